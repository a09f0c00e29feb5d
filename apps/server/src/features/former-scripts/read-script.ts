import {
  type Finding,
  FindingKind,
  longestReadScript,
  maxFindingLines,
  maxFindings,
  type ScriptReading,
  type UnreadableReason,
} from '@fleetdeck/contract/former-scripts'
import { callPath, functionsOf, scriptObjects } from '@fleetdeck/contract/script-api'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { collectUses, type Use } from './collect-uses.ts'
import { counterparts } from './counterparts.ts'
import { parseScript, type Unreadable } from './parse-script.ts'
import { hasFragments, readFragments } from './read-fragments.ts'

const known: ReadonlySet<string> = new Set(
  scriptObjects.flatMap((object) => functionsOf(object).map((name) => callPath(object, name))),
)

/**
 * What a script of the former system uses, without running it: functions that exist here, that differ, and that are
 * missing. Never throws for a text.
 */
export function readScript(text: string, language: ScriptLanguage = 'js'): ScriptReading {
  if (text.includes('\0')) return unreadable('binary')
  if (text.length > longestReadScript) return unreadable('tooLong')
  const parsed = parseScript(text, language)
  if ('reason' in parsed) return reading({ unreadable: parsed })
  try {
    return reading({ findings: toFindings(collectUses(parsed)) })
  } catch (error) {
    if (error instanceof RangeError) return unreadable('tooComplex')
    throw error
  }
}

/** What a file contains. */
export interface ScriptContent {
  bytes: Uint8Array
  language: ScriptLanguage
}

/** The same for the content of a file. */
export function readScriptFile({ bytes, language }: ScriptContent): ScriptReading {
  const text = textIn(bytes)
  return text === undefined ? unreadable('binary') : readScript(text, language)
}

function textIn(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

export const unreadable = (reason: UnreadableReason): ScriptReading =>
  reading({ unreadable: { reason, line: null, column: null } })

interface Read {
  findings?: Finding[]
  unreadable?: Unreadable
}

function reading({ findings = [], unreadable }: Read): ScriptReading {
  const has = (kind: FindingKind) => findings.some((finding) => finding.kind === kind)
  const isDifferent = has('different') || has('unclear')
  const verdict = unreadable ? 'unreadable' : has('unknown') ? 'unknown' : isDifferent ? 'different' : 'ready'
  return {
    verdict,
    unreadable: unreadable ?? null,
    findings: findings.slice(0, maxFindings),
    isCut: findings.length > maxFindings,
  }
}

type Judged = Pick<Finding, 'kind' | 'note' | 'detail'>
const plain = (kind: FindingKind, note: Finding['note'] = null): Judged => ({ kind, note, detail: '' })

function judge({ name, note, argument, isCall }: Use): Judged {
  if (note === 'topLevel' || note === 'modules') return plain('unknown', note)
  if (note) return plain('unclear', note)
  if (!known.has(name)) return plain('unknown')
  if (name === 'http.request') return plain('different', 'httpHosts')
  if (name === 'ecloud.getDataPop') return plain('known', 'dataPop')
  if (!hasFragments(name)) return plain('known')
  const remark = readFragments(name, isCall ? argument : undefined)
  return remark ? { kind: 'different', ...remark } : plain('known')
}

const order = FindingKind.options

function toFindings(uses: Use[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const use of uses.sort((one, other) => one.line - other.line)) {
    const judged = judge(use)
    const key = [use.name, judged.kind, judged.note, judged.detail].join('\n')
    const instead = judged.kind === 'unknown' ? (counterparts.get(use.name) ?? null) : null
    const finding = found.get(key) ?? { name: use.name, ...judged, instead, count: 0, lines: [] }
    finding.count += 1
    if (finding.lines.length < maxFindingLines && finding.lines.at(-1) !== use.line)
      finding.lines.push(use.line)
    found.set(key, finding)
  }
  return [...found.values()].sort(
    (one, other) =>
      order.indexOf(one.kind) - order.indexOf(other.kind) || (one.lines[0] ?? 0) - (other.lines[0] ?? 0),
  )
}
