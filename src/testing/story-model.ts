/**
 * A minimal model of stories and chapters: one author, solo stories, no database, no concurrency. Tests run it beside
 * the site. Whatever the model refuses, the site must refuse with the same code, without changing anything.
 */

type Kind = 'blank' | 'plain' | 'doubtful';
type Review = { id: string; version: number; state: 'automatic' | 'manual' | 'approved' | 'rejected' | 'withdrawn' };
type Edit = 'draft' | 'pending' | 'rejected' | null;

export interface ModelStory {
  id: string;
  status: 'draft' | 'pending' | 'rejected' | 'published';
  edit: Edit;
  deleted: boolean;
  version: number;
  title: string;
  /** Whether a moderator has to review its description. */
  doubtful: boolean;
  publicTitle: string | null;
  publicDoubtful: boolean;
  review: Review | null;
}

export interface ModelChapter {
  id: string;
  story: ModelStory;
  status: 'draft' | 'pending' | 'rejected' | 'approved';
  edit: Edit;
  deleted: boolean;
  number: number | null;
  /** Of the draft; 0 without one. */
  version: number;
  title: string;
  kind: Kind;
  publicTitle: string | null;
  publicKind: Kind;
  review: Review | null;
}

/** Result of a command: `200`, or status and code as the site returns them. */
export type Outcome = string;

export class StoryModel {
  readonly stories: ModelStory[] = [];
  readonly chapters: ModelChapter[] = [];

  chaptersOf(story: ModelStory): ModelChapter[] {
    return this.chapters.filter((chapter) => chapter.story === story && !chapter.deleted);
  }

  #before(chapter: ModelChapter): ModelChapter | undefined {
    const numbered = this.chaptersOf(chapter.story).filter((other) => other !== chapter && other.number !== null);
    const earlier = numbered.filter((other) => chapter.number === null || other.number! < chapter.number);
    return earlier.sort((a, b) => b.number! - a.number!)[0];
  }

  #isWhole(chapter: ModelChapter): boolean {
    return chapter.title !== '' && chapter.kind !== 'blank';
  }

  #canTakePlace(chapter: ModelChapter): boolean {
    const before = this.#before(chapter);
    return !before || before.status === 'pending' || before.status === 'approved';
  }

  #takePlace(chapter: ModelChapter): void {
    chapter.number ??= (this.#before(chapter)?.number ?? 0) + 1;
    chapter.status = 'pending';
  }

  /** Returns the chapter that is submitted with its story. */
  #first(story: ModelStory, ...statuses: ModelChapter['status'][]): ModelChapter | undefined {
    return this.chaptersOf(story)
      .filter((chapter) => statuses.includes(chapter.status))
      .filter((chapter) => chapter.number !== null || chapter.kind !== 'blank' || chapter.title !== '')
      .sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || Number(a.id) - Number(b.id))[0];
  }

  updateStory(story: ModelStory, version: number | undefined, title: string, doubtful: boolean): Outcome {
    if (story.deleted) return '404 story_not_found';
    if (story.status === 'pending' || story.edit === 'pending') return '409 story_in_review';
    if (version !== undefined && version !== story.version) return '409 conflict';
    Object.assign(story, { title, doubtful, version: story.version + 1 });
    if (story.status === 'published') story.edit ??= 'draft';
    return '200';
  }

  submitStory(story: ModelStory): Outcome {
    if (story.deleted) return '404 story_not_found';
    if (story.status === 'pending' || story.edit === 'pending') return '409 story_in_review';
    if (story.status === 'published' && story.edit === null) return '409 wrong_state';
    if (story.title === '') return '400 invalid_input';
    if (story.status === 'published') story.edit = 'pending';
    else {
      const first = this.#first(story, 'draft', 'rejected');
      if (first && !this.#isWhole(first)) return '400 invalid_input';
      story.status = 'pending';
      if (first) this.#takePlace(first);
    }
    story.review = { id: '', version: story.version, state: 'automatic' };
    return '200';
  }

  withdrawStory(story: ModelStory): Outcome {
    if (story.deleted) return '404 story_not_found';
    if (story.status !== 'pending' && story.edit !== 'pending') return '409 wrong_state';
    this.#takeStoryBack(story);
    return '200';
  }

  #takeStoryBack(story: ModelStory): void {
    if (story.edit === 'pending') story.edit = 'draft';
    else if (story.status === 'pending') {
      story.status = 'draft';
      const first = this.#first(story, 'pending');
      if (first) first.status = 'draft';
    } else return;
    story.review!.state = 'withdrawn';
  }

  discardStoryEdit(story: ModelStory): Outcome {
    if (story.deleted) return '404 story_not_found';
    if (story.status === 'pending' || story.edit === 'pending') return '409 story_in_review';
    if (story.edit === null) return '409 wrong_state';
    Object.assign(story, {
      edit: null,
      title: story.publicTitle,
      doubtful: story.publicDoubtful,
      version: story.version + 1,
    });
    return '200';
  }

  deleteStory(story: ModelStory): Outcome {
    if (story.deleted) return '404 story_not_found';
    this.#takeStoryBack(story);
    for (const chapter of this.chaptersOf(story)) this.#takeChapterBack(chapter);
    story.deleted = true;
    return '200';
  }

  undeleteStory(story: ModelStory): Outcome {
    if (!story.deleted) return '404 story_not_found';
    story.deleted = false;
    return '200';
  }

  #isGone(chapter: ModelChapter): boolean {
    return chapter.deleted || chapter.story.deleted;
  }

  #isWaiting(chapter: ModelChapter): boolean {
    return chapter.status === 'pending' || chapter.edit === 'pending';
  }

  updateChapter(chapter: ModelChapter, version: number, title: string, kind: Kind): Outcome {
    if (this.#isGone(chapter)) return '404 chapter_not_found';
    if (this.#isWaiting(chapter)) return '409 chapter_in_review';
    if (version !== chapter.version) return '409 chapter_changed';
    Object.assign(chapter, { title, kind, version: version + 1 });
    if (chapter.status === 'approved') chapter.edit ??= 'draft';
    return '200';
  }

  submitChapter(chapter: ModelChapter): Outcome {
    if (this.#isGone(chapter)) return '404 chapter_not_found';
    if (this.#isWaiting(chapter)) return '409 chapter_in_review';
    if (chapter.story.status !== 'published') return '409 wrong_state';
    if (chapter.status === 'approved' && chapter.edit === null) return '409 wrong_state';
    if (!this.#isWhole(chapter)) return '400 invalid_input';
    if (chapter.status === 'approved') chapter.edit = 'pending';
    else if (!this.#canTakePlace(chapter)) return '409 previous_chapter_missing';
    else this.#takePlace(chapter);
    chapter.review = { id: '', version: chapter.version, state: 'automatic' };
    return '200';
  }

  withdrawChapter(chapter: ModelChapter): Outcome {
    if (this.#isGone(chapter)) return '404 chapter_not_found';
    if (!this.#isWaiting(chapter) || chapter.story.status !== 'published') return '409 wrong_state';
    this.#takeChapterBack(chapter);
    return '200';
  }

  #takeChapterBack(chapter: ModelChapter): void {
    if (chapter.edit === 'pending') chapter.edit = 'draft';
    else if (chapter.status === 'pending') chapter.status = 'draft';
    else return;
    // The review of a chapter that was approved and waited for others remains approved.
    if (chapter.review?.state === 'automatic' || chapter.review?.state === 'manual') chapter.review.state = 'withdrawn';
  }

  discardChapterEdit(chapter: ModelChapter): Outcome {
    if (this.#isGone(chapter)) return '404 chapter_not_found';
    if (this.#isWaiting(chapter)) return '409 chapter_in_review';
    if (chapter.edit === null) return '409 wrong_state';
    this.#forgetCopy(chapter);
    return '200';
  }

  #forgetCopy(chapter: ModelChapter): void {
    Object.assign(chapter, { edit: null, version: 0, title: chapter.publicTitle, kind: chapter.publicKind });
  }

  deleteChapter(chapter: ModelChapter): Outcome {
    if (this.#isGone(chapter)) return '404 chapter_not_found';
    if (chapter.status !== 'draft' && chapter.status !== 'rejected') return '409 wrong_state';
    const { number, story } = chapter;
    Object.assign(chapter, { deleted: true, number: null });
    if (number === null) return '200';
    for (const behind of this.chaptersOf(story)) if ((behind.number ?? 0) > number) behind.number! -= 1;
    this.#follow(story);
    return '200';
  }

  undeleteChapter(chapter: ModelChapter): Outcome {
    if (!chapter.deleted || chapter.story.deleted) return '404 chapter_not_found';
    chapter.deleted = false;
    return '200';
  }

  /** Runs the automatic check on everything that waits for it. */
  machine(): void {
    for (const story of this.stories) {
      if (story.review?.state !== 'automatic') continue;
      const first = story.status === 'pending' ? this.#first(story, 'pending') : undefined;
      if (story.doubtful || first?.kind === 'doubtful') story.review.state = 'manual';
      else this.decideStory(story, 'approve');
    }
    for (const chapter of this.chapters) {
      if (chapter.review?.state !== 'automatic') continue;
      if (chapter.kind === 'doubtful') chapter.review.state = 'manual';
      else this.decideChapter(chapter, 'approve');
    }
  }

  decideStory(story: ModelStory, action: 'approve' | 'reject'): Outcome {
    const refused = this.#refusal(story.review, action);
    if (refused) return refused;
    story.review!.state = action === 'approve' ? 'approved' : 'rejected';
    if (action === 'reject') {
      if (story.edit === 'pending') story.edit = 'rejected';
      else {
        story.status = 'rejected';
        const first = this.#first(story, 'pending');
        if (first) first.status = 'rejected';
      }
      return '200';
    }
    Object.assign(story, { publicTitle: story.title, publicDoubtful: story.doubtful });
    if (story.edit === 'pending') story.edit = null;
    else {
      story.status = 'published';
      const first = this.#first(story, 'pending');
      if (first) this.#publish(first);
    }
    return '200';
  }

  decideChapter(chapter: ModelChapter, action: 'approve' | 'reject'): Outcome {
    const refused = this.#refusal(chapter.review, action);
    if (refused) return refused;
    chapter.review!.state = action === 'approve' ? 'approved' : 'rejected';
    if (action === 'reject') {
      if (chapter.edit === 'pending') chapter.edit = 'rejected';
      else chapter.status = 'rejected';
    } else if (chapter.edit === 'pending') this.#publish(chapter);
    else this.#follow(chapter.story);
    return '200';
  }

  #refusal(review: Review | null, action: 'approve' | 'reject'): Outcome | null {
    const isOpen = review?.state === 'manual' || (review?.state === 'automatic' && action === 'approve');
    return isOpen ? null : '409 review_outdated';
  }

  #publish(chapter: ModelChapter): void {
    Object.assign(chapter, { status: 'approved', publicTitle: chapter.title, publicKind: chapter.kind });
    this.#forgetCopy(chapter);
  }

  /** Publishes approved chapters in their order, up to the first one that isn’t approved. */
  #follow(story: ModelStory): void {
    const line = this.chaptersOf(story).filter((chapter) => chapter.number !== null);
    for (const chapter of line.sort((a, b) => a.number! - b.number!)) {
      if (chapter.status === 'approved') continue;
      if (chapter.status !== 'pending' || chapter.review?.state !== 'approved') return;
      this.#publish(chapter);
    }
  }
}
