import { z } from 'zod'
import { LogLevel } from './log-level.ts'
import { reportText } from './storable-text.ts'

/** Limits of what a phone sends with an error, so that its call stays below two megabytes. */
export const evidenceLimits = {
  /** Bytes of the screenshot. */
  jpegBytes: 200_000,
  /** Pixels of its longer side. */
  jpegSide: 720,
  elements: 2000,
  /** Bytes of the elements as JSON. */
  elementBytes: 256_000,
  /** Characters of a text of an element. */
  elementText: 500,
  lines: 50,
  /** Characters of a line. */
  lineText: 1000,
} as const

/** Why the phone could not add a part. */
export const EvidenceGap = z.object({
  missing: z.enum([
    /** The phone did not answer in time. */
    'timeout',
    /** This phone cannot do it. */
    'unsupported',
    'failed',
    /** The run or the agent was stopped in the meantime. */
    'stopped',
    /** It waited for a connection, and there was no more space for it. */
    'dropped',
  ]),
  /** The phone's own message. */
  msg: reportText(300).default(''),
})
export type EvidenceGap = z.output<typeof EvidenceGap>

const pixels = z.number().min(-100_000).max(100_000)
const size = z.number().min(0).max(100_000)

export const EvidenceShot = z.object({
  /** Base64. */
  jpeg: z.base64().max(Math.ceil(evidenceLimits.jpegBytes / 3) * 4),
  /** Pixels of the screen in its rotation, to which the elements refer. */
  screenWidth: size,
  screenHeight: size,
})
export type EvidenceShot = z.output<typeof EvidenceShot>

/** An element of the screen; its parent is the last one before it with a smaller depth. */
export const EvidenceElement = z.object({
  depth: z.number().int().min(0).max(200),
  /** The class, such as `android.widget.Button`. */
  type: reportText(200).default(''),
  /** `com.example.shop:id/buy`. */
  id: reportText(200).default(''),
  text: reportText(evidenceLimits.elementText).default(''),
  x: pixels,
  y: pixels,
  width: size,
  height: size,
})
export type EvidenceElement = z.output<typeof EvidenceElement>

export const EvidenceElements = z.object({
  list: z.array(EvidenceElement).max(evidenceLimits.elements),
  /** There were more than the limits allow. */
  cut: z.boolean().default(false),
})
export type EvidenceElements = z.output<typeof EvidenceElements>

export const EvidenceLine = z.object({
  level: LogLevel.default('info'),
  msg: reportText(evidenceLimits.lineText),
  /** When it was written, by the site's clock. */
  at: z.number(),
})
export type EvidenceLine = z.output<typeof EvidenceLine>

/** The phone at the moment of a script error. */
export const ScriptEvidence = z.object({
  screenshot: z.union([EvidenceShot, EvidenceGap]),
  elements: z.union([EvidenceElements, EvidenceGap]),
  /** The last lines of the run, oldest first. */
  lines: z.array(EvidenceLine).max(evidenceLimits.lines).default([]),
  /** The phone has blurred the screenshot and masked the texts of the elements. */
  blurred: z.boolean().default(false),
})
export type ScriptEvidence = z.output<typeof ScriptEvidence>

/** What is stored of the evidence of an error. */
export const EvidenceState = z.enum([
  /** The phone sent nothing. */
  'none',
  'stored',
  /** Its cause has enough, the newest of them less than a minute old. */
  'enough',
  /** The owner has no storage left. */
  'noSpace',
  /** Deleted in favour of newer errors of the cause. */
  'replaced',
])
export type EvidenceState = z.output<typeof EvidenceState>
