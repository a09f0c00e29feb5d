import { z } from 'zod'
import { CheckCode, CheckLevel } from './check-codes.ts'
import { reportText } from './storable-text.ts'

/** Without words: the console has them by code, level and make, in the language of the reader. */
export const CheckFinding = z.object({
  code: CheckCode,
  level: CheckLevel,
  /** Id of the quirk (quirks/) whose steps mend it. */
  way: reportText(40).optional(),
  /** Figures and short names, such as percent, bytes, degrees, width. */
  values: z
    .record(reportText(20), z.union([z.number(), reportText(60).pipe(z.string())]))
    .refine((values) => Object.keys(values).length <= maxValues)
    .default({}),
})
export type CheckFinding = z.output<typeof CheckFinding>

const maxValues = 8
const maxFindings = 60
const isKnown = ({ code }: { code: string }) => CheckCode.safeParse(code).success

/**
 * Everything that a phone has found out about itself; replaces what it has sent before. What could not be found out is
 * missing. Codes of newer agents are left out.
 */
export const PhoneCheck = z.object({
  action: z.literal('check'),
  /** By the site's clock (`now` in `registered`), ms since 1970, up to 7 days ago; otherwise its arrival. */
  at: z.number().optional(),
  findings: z
    .array(CheckFinding.extend({ code: reportText(40) }))
    .max(maxFindings)
    .transform((found) => found.filter(isKnown) as CheckFinding[]),
})
export type PhoneCheck = z.output<typeof PhoneCheck>

/** Codes that must be mended: how lists mark and filter phones. */
export const codesToMend = (findings: readonly CheckFinding[]): CheckCode[] =>
  findings.filter(({ level }) => level === 'mustBeMended').map(({ code }) => code)
