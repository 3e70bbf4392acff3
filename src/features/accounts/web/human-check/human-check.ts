import type { Challenge } from 'altcha-lib/types';
import { MINUTE, SECOND } from '#core/time.ts';
import { ApiError, call } from '#web/api/client.ts';
import { accountApi } from '../../contract.ts';
import { solve } from './solve.ts';
import { askTurnstile } from './turnstile.ts';

export type GuardedForm = 'register' | 'login' | 'reset' | 'resend' | 'report';

/** How long a response and an unsolved task are kept, in ms. */
const ANSWER_KEPT = 2 * MINUTE;
const TASK_KEPT = 5 * MINUTE;
/** Progress is shown if the work takes longer than this, in ms. */
const SLOW_AFTER = SECOND;

export interface CheckState {
  /** `ready`: a task has been fetched and waits for the button. `not_asked`: the site requires no check. */
  phase: 'idle' | 'fetching' | 'ready' | 'running' | 'done' | 'failed' | 'not_asked';
  /** From 0 to 1 while running. Null if unknown. */
  progress: number | null;
  /** True once it has run so long that it should be shown. */
  slow: boolean;
}

export const IDLE: CheckState = { phase: 'idle', progress: 0, slow: false };

type Task = { challenge: Challenge } | { siteKey: string };

/** The check for one kind of call. Outlives the forms that show it, so that a solved check isn’t lost. */
class HumanCheck {
  state = IDLE;
  #action: GuardedForm;
  #task: { task: Task; at: number } | null = null;
  #answer: { text: string; at: number } | null = null;
  #running: Promise<string | undefined> | null = null;
  #listeners = new Set<() => void>();

  constructor(action: GuardedForm) {
    this.#action = action;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): CheckState => this.state;

  #set(change: Partial<CheckState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }

  async #fetchTask(): Promise<Task | null> {
    if (this.#task && Date.now() - this.#task.at < TASK_KEPT) return this.#task.task;
    const { challenge, turnstile } = await call(accountApi.challenge, { action: this.#action });
    const task = turnstile ?? (challenge ? { challenge: challenge as Challenge } : null);
    this.#task = task && { task, at: Date.now() };
    return task;
  }

  #solve(task: Task): Promise<string> {
    if ('challenge' in task) return solve(task.challenge, (progress) => this.#set({ progress }));
    this.#set({ progress: null });
    return askTurnstile(task.siteKey, this.#action);
  }

  /** Fetches a task, so that the button can appear, or finds out that none is required. */
  async prepare(): Promise<void> {
    if (this.state.phase !== 'idle' && this.state.phase !== 'failed') return;
    this.#set({ phase: 'fetching' });
    // The check may have been started or used during the fetch.
    const settle = (phase: CheckState['phase']) => this.snapshot().phase === 'fetching' && this.#set({ phase });
    try {
      settle((await this.#fetchTask()) ? 'ready' : 'not_asked');
    } catch {
      settle('failed');
    }
  }

  /**
   * Returns the response to send with the call, after solving the task if necessary. Undefined if no check is required.
   * Throws an `ApiError`.
   */
  answer(): Promise<string | undefined> {
    if (this.#answer && Date.now() - this.#answer.at < ANSWER_KEPT) return Promise.resolve(this.#answer.text);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<string | undefined> {
    this.#set({ phase: 'running', progress: 0, slow: false });
    const timer = setTimeout(() => this.#set({ slow: true }), SLOW_AFTER);
    try {
      const task = await this.#fetchTask();
      if (!task) {
        this.#set({ phase: 'not_asked', slow: false });
        return undefined;
      }
      const text = await this.#solve(task);
      this.#answer = { text, at: Date.now() };
      this.#task = null;
      this.#set({ phase: 'done', progress: 1 });
      return text;
    } catch (error) {
      this.#task = null;
      this.#set({ phase: 'failed', slow: false });
      throw error instanceof ApiError ? error : new ApiError('please_complete_verification', 'Not solved');
    } finally {
      clearTimeout(timer);
    }
  }

  /** Call when a form appears, so that it doesn’t show the failure of another form. */
  forgive(): void {
    if (this.state.phase === 'failed') this.#set(IDLE);
  }

  /** Call after the response was sent. The server accepts each response once. */
  spend(): void {
    this.#answer = null;
    this.#task = null;
    this.#set(IDLE);
  }
}

const checks = new Map<GuardedForm, HumanCheck>();

export type { HumanCheck };

/** Returns the check for this kind of call. */
export function humanCheckOf(action: GuardedForm): HumanCheck {
  let check = checks.get(action);
  if (!check) {
    check = new HumanCheck(action);
    checks.set(action, check);
  }
  return check;
}
