import { setImmediate } from 'node:timers/promises'
import { DataGroupDraft } from '@fleetdeck/contract/data-groups'
import { DeviceGroupDraft } from '@fleetdeck/contract/device-groups'
import { deviceNo } from '@fleetdeck/contract/devices'
import { timeInput } from '@fleetdeck/contract/endpoint'
import type { FormerKind } from '@fleetdeck/contract/former-import'
import { languageOfFile, ScriptLanguage } from '@fleetdeck/contract/script-language'
import { ScriptDraft } from '@fleetdeck/contract/scripts'
import { withSiteZone } from '@fleetdeck/contract/site-time'
import type { Language } from '@fleetdeck/i18n/languages'
import { z } from 'zod'
import { isTextKey, text } from '../../platform/http/language.ts'
import type { RawLine } from './read-files.ts'

export interface Outcome {
  file: string
  line: number
  value: string
  state: 'new' | 'changed' | 'same' | 'refused'
  /** Of a refusal; for a new row, what comes with it. */
  reason: string
}

/** A well-formed line. */
export interface Line<Draft> extends Pick<Outcome, 'file' | 'line' | 'value'> {
  draft: Draft
}

const empty = z.literal('')
const short = z.string().max(64, 'formerImport.tooLong').default('')
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const endOfDay = day.transform((text) => `${text} 23:59:59`).pipe(timeInput)
const withoutNul = /^[^\0]*$/
const groupName = DeviceGroupDraft.shape.groupName.regex(withoutNul, 'sharedData.nul')

const drafts = {
  groups: z.object({ groupName }),
  devices: z.object({
    deviceNo,
    groupName: z.union([empty, groupName]).default(''),
    brand: short,
    mode: short,
    imei: short,
    expireTime: z.union([empty, endOfDay, timeInput], 'error.timeFormat').default(''),
  }),
  scripts: z
    .object({
      scriptName: ScriptDraft.shape.scriptName.regex(withoutNul, 'sharedData.nul'),
      platformName: short,
      version: z.union([empty, ScriptDraft.shape.version]).default(''),
      scriptLanguage: ScriptLanguage.optional(),
      content: ScriptDraft.shape.content.unwrap().min(1, 'formerImport.contentMissing').prefault(''),
    })
    .transform((draft) => ({
      ...draft,
      scriptLanguage: draft.scriptLanguage ?? languageOfFile(draft.scriptName),
    })),
  dataGroups: z.object({
    groupName: DataGroupDraft.shape.groupName,
    name: z.string().trim().max(100, 'dataItem.nameLength').regex(withoutNul, 'sharedData.nul').default(''),
    content: z.string().regex(withoutNul, 'sharedData.nul').default(''),
  }),
} satisfies Record<FormerKind, z.ZodType>
export type Drafts = { [K in FormerKind]: z.output<(typeof drafts)[K]> }

/** What two lines must not share. Of devices and scripts the second one is refused, as it may differ. */
const keys: { [K in FormerKind]: (draft: Drafts[K]) => string } = {
  groups: (draft) => draft.groupName,
  devices: (draft) => draft.deviceNo,
  scripts: (draft) => draft.scriptName,
  dataGroups: (draft) => `${draft.groupName}\0${draft.content}`,
}
const refusesRepeats: Record<FormerKind, boolean> = {
  groups: false,
  devices: true,
  scripts: true,
  dataGroups: false,
}

interface Reader {
  language: Language
  /** The site's. */
  timeZone: string
}

const shownValue = ({ deviceNo: number, scriptName, content, groupName: group }: RawLine['cells']) =>
  (number ?? scriptName ?? (content || group || '')).slice(0, 64)

/** The draft of a line, or why there is none. */
function toDraft<K extends FormerKind>(
  kind: K,
  cells: RawLine['cells'],
  { language, timeZone }: Reader,
): { draft: Drafts[K] } | { reason: string } {
  const { success, data, error } = withSiteZone(
    () => timeZone,
    () => drafts[kind].safeParse(cells),
  )
  if (success) return { draft: data as Drafts[K] }
  const key = error.issues[0]?.message ?? ''
  return { reason: text(language, isTextKey(key) ? key : 'formerImport.invalid') }
}

/** Well-formed lines of one kind in all files; the outcome of all others is known. */
export async function toLines<K extends FormerKind>(
  kind: K,
  raws: readonly RawLine[],
  reader: Reader,
): Promise<{ lines: Line<Drafts[K]>[]; outcomes: Outcome[] }> {
  const lines: Line<Drafts[K]>[] = []
  const outcomes: Outcome[] = []
  const seen = new Set<string>()
  const repeated = refusesRepeats[kind]
    ? { state: 'refused' as const, reason: text(reader.language, 'formerImport.twice') }
    : { state: 'same' as const, reason: '' }
  for (const [index, { file, line, cells }] of raws.entries()) {
    // Yields to heartbeats and frames.
    if (index % 1000 === 999) await setImmediate()
    const place = { file, line, value: shownValue(cells) }
    const made = toDraft(kind, cells, reader)
    if ('reason' in made) {
      outcomes.push({ ...place, state: 'refused', reason: made.reason })
      continue
    }
    const key = keys[kind](made.draft)
    if (seen.has(key)) outcomes.push({ ...place, ...repeated })
    else lines.push({ ...place, draft: made.draft })
    seen.add(key)
  }
  return { lines, outcomes }
}
