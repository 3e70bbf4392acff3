import * as z from 'zod/mini';
import type { FieldIssue } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import { byName, keysOf } from '#core/records.ts';
import type { ChapterDraft } from '../../contract.ts';
import type { ChapterSave } from '../../contract-save.ts';
import { withGivenIds } from '../../model/block-ids.ts';
import {
  type ChapterFieldName,
  type ChapterFields,
  type ChapterValues,
  chapterField,
} from '../../model/chapter-field-list.ts';
import { content } from '../../model/chapter-fields.ts';
import { contentKey } from '../../model/compare-documents.ts';
import { type ChapterDocument, EMPTY_DOCUMENT } from '../../model/document.ts';

/** The text that is being written, with the fields of its chapter. */
export type Written = ChapterValues & { document: ChapterDocument };
export type WrittenField = ChapterFieldName | 'content';

export type Wrong = Partial<Record<WrittenField, FieldIssue>>;
export type Changes = Partial<ChapterValues> & { content?: ChapterDocument };

export type ChapterForms = ReturnType<typeof chapterForms>;

function issueOf(schema: z.core.$ZodType, value: unknown): FieldIssue | null {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? null : (Object.values(fieldIssues(parsed.error))[0] ?? { code: 'invalid' });
}

/** Returns the changes without fields that are too long. Null if none is left. */
export function savable(changes: Changes, wrong: Wrong): Changes | null {
  const rest = Object.entries(changes).filter(([field]) => !(field in wrong));
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}

/** The functions for texts that are being written, which depend on the fields of chapters. */
export function chapterForms(fields: ChapterFields) {
  const names = keysOf(fields);
  const schemaOf = (name: ChapterFieldName) => chapterField(fields, name).schema;
  const nothing: Written = {
    ...byName<ChapterValues>(names, (name) => chapterField(fields, name).initial),
    document: EMPTY_DOCUMENT,
  };

  /** The value as the server would store it, so that outer white space makes no difference. */
  function tidied(name: ChapterFieldName, written: Written) {
    const parsed = z.safeParse(schemaOf(name), written[name]);
    return parsed.success ? parsed.data : written[name];
  }

  const differs = (a: Written, b: Written, name: ChapterFieldName) =>
    String(tidied(name, a)) !== String(tidied(name, b));

  /** Returns what to send so that the server has the current text. Null if it already has it. */
  function changesSince(base: Written, written: Written): Changes | null {
    const changes: Changes = Object.fromEntries(
      names.filter((name) => differs(base, written, name)).map((name) => [name, written[name]]),
    );
    if (contentKey(base.document) !== contentKey(written.document)) changes.content = written.document;
    return Object.keys(changes).length > 0 ? changes : null;
  }

  /** The fields that are wrong, such as too long. Fast enough for every pause in typing. */
  function wrongLines(written: Written): Wrong {
    const issues = names.map((name) => [name, issueOf(schemaOf(name), written[name])] as const);
    return Object.fromEntries(issues.filter(([, issue]) => issue !== null));
  }

  return {
    /** What a new chapter has. */
    nothing,
    names,
    changesSince,
    wrongLines,
    labelOf: (name: ChapterFieldName) => chapterField(fields, name).label ?? name,

    writtenOf: (draft: ChapterValues & { content: ChapterDocument }): Written => ({
      ...byName<ChapterValues>(names, (name) => draft[name]),
      document: draft.content,
    }),

    /** True while there is nothing that could be lost. */
    isBlank: (written: Written): boolean => changesSince(nothing, written) === null,

    isSameText: (a: Written, b: Written): boolean => changesSince(a, b) === null,

    /** The fields that can’t be saved; the rest is saved anyway (product §4). */
    unsavable(written: Written): Wrong {
      const issue = issueOf(content, written.document);
      return { ...wrongLines(written), ...(issue ? { content: issue } : {}) };
    },

    /** Completes a text that was kept on the device before all fields existed. */
    completed: (written: Partial<Written> & Pick<Written, 'document'>): Written => ({ ...nothing, ...written }),

    /** Returns the draft after a successful save, with the values that only the server knows. */
    afterSave(draft: ChapterDraft, changes: Changes, saved: ChapterSave): ChapterDraft {
      const { version, savedAt, units, ids, edit } = saved;
      const written = { ...draft, ...changes, document: EMPTY_DOCUMENT };
      return {
        ...draft,
        version,
        savedAt,
        units,
        ...byName<ChapterValues>(names, (name) => tidied(name, written)),
        content: changes.content && ids ? withGivenIds(changes.content, ids) : draft.content,
        ...(edit ? { editStatus: edit.status, can: edit.can } : {}),
      };
    },
  };
}
