import type { CronField } from './fields.ts'

/** What a text is refused for (spec §5); `text` is the word, or the part of a list, that is wrong. */
export type CronError =
  /** 6 or 7 words are needed. */
  | { name: 'wordCount'; count: number }
  /** A letter, sign or name that has no meaning there. */
  | { name: 'wrongTag'; field: CronField; text: string }
  /** A number out of its range. */
  | { name: 'wrongNumber'; field: CronField; text: string; min: number; max: number }
  | { name: 'boundsReversed'; field: CronField; text: string }
  /** Day and week both choose days; Quartz takes only one of them. */
  | { name: 'dayAndWeek' }

/** How a wrong word leaves the reading of a text; never leaves this package. */
export class WrongCron extends Error {
  readonly reason: CronError

  constructor(reason: CronError) {
    super(reason.name)
    this.reason = reason
  }
}
