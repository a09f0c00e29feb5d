import type { CronField } from './fields.ts'

/** Why an expression is refused (spec §5); `text` is the wrong word, or the wrong part of a list. */
export type CronError =
  /** 6 or 7 words are needed. */
  | { name: 'wordCount'; count: number }
  /** A letter, sign or name that is invalid there. */
  | { name: 'wrongTag'; field: CronField; text: string }
  /** A number out of its range. */
  | { name: 'wrongNumber'; field: CronField; text: string; min: number; max: number }
  | { name: 'boundsReversed'; field: CronField; text: string }
  /** Day and week both select days; Quartz only allows one of them. */
  | { name: 'dayAndWeek' }

/** Thrown by the parser for a wrong word; never leaves this package. */
export class CronSyntaxError extends Error {
  readonly reason: CronError

  constructor(reason: CronError) {
    super(reason.name)
    this.reason = reason
  }
}
