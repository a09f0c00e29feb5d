import type { Selector, SelectorFields } from '@fleetdeck/contract/script-api/selector'
import { type AgentTexts, fill } from '../../texts.ts'
import type { Pattern } from './patterns.ts'

type Own = Omit<SelectorFields, 'parent' | 'child' | 'near' | 'textMatches' | 'descMatches'>

/** A selector without its short forms. */
export interface Condition extends Own {
  /** Words of the text or of the description. */
  words?: string | undefined
  textMatches?: Pattern | undefined
  descMatches?: Pattern | undefined
  /** An element around it, at any depth. */
  parent?: Condition | undefined
  /** An element within it, at any depth. */
  child?: Condition | undefined
  /** The nearest ones come first; with a direction only those on that side of it. */
  near?: Condition | undefined
}

const maxDepth = 5

export function toCondition(selector: Selector, texts: AgentTexts, depth = 1): Condition {
  if (depth > maxDepth) throw new Error(fill(texts.selectorDeep, String(maxDepth)))
  if (typeof selector === 'string')
    return selector.startsWith('#') && selector.length > 1 ? { id: selector.slice(1) } : { words: selector }
  if (Object.values(selector).every((value) => value === undefined)) throw new Error(texts.selectorEmpty)
  const { parent, child, near, textMatches, descMatches, ...own } = selector
  if (own.direction && near === undefined) throw new Error(texts.selectorDirection)
  const inner = (other: Selector | undefined) =>
    other === undefined ? undefined : toCondition(other, texts, depth + 1)
  return {
    ...own,
    textMatches: toPattern(textMatches),
    descMatches: toPattern(descMatches),
    parent: inner(parent),
    child: inner(child),
    near: inner(near),
  }
}

const toPattern = (matches: string | Pattern | undefined): Pattern | undefined =>
  typeof matches === 'string' ? { source: matches, flags: '' } : matches

/** For messages: `className “Button”, near (“Price”)`. */
export function describeSelector(selector: Selector): string {
  if (typeof selector === 'string') return `“${selector}”`
  const parts = Object.entries(selector).flatMap(([key, value]) => {
    if (value === undefined) return []
    const isRelation = key === 'parent' || key === 'child' || key === 'near'
    return [`${key} ${isRelation ? `(${describeSelector(value as Selector)})` : describeValue(value)}`]
  })
  return parts.join(', ').slice(0, 300) || '{}'
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return `“${value}”`
  if (typeof value !== 'object' || value === null || !('source' in value)) return JSON.stringify(value)
  const { source, flags } = value as Pattern
  return `/${source}/${flags}`
}
