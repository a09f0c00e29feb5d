import type { Finding } from '@fleetdeck/contract/former-scripts'
import type { AnyNode } from 'acorn'
import { parseCondition } from '../../domain/dynamic-tables/query/condition.ts'
import { parseOrder } from '../../domain/dynamic-tables/query/order.ts'
import { UnfitFragment } from '../../domain/dynamic-tables/query/unfit-fragment.ts'
import { memberName, writtenText } from './collect-uses.ts'

/** The columns of a table are not known here: every name may be one. */
class AnyColumn extends Map<string, string> {
  override get = (name: string) => name
  override has = (name: string) => name !== 'rand'
}
const anyColumn = new AnyColumn()

const readers = { query: parseCondition, order: parseOrder } as const
type Part = keyof typeof readers

/** Calls with SQL fragments, and the fields that have them. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  'ecloud.dynamicQuery': ['query', 'order'],
  'ecloud.dynamicUpdate': ['query'],
  'ecloud.dynamicRemove': ['query'],
}
export const hasFragments = (name: string) => Object.hasOwn(parts, name)

type Remark = Pick<Finding, 'note' | 'detail'>
const unclear: Remark = { note: 'fragmentUnclear', detail: '' }

/** Whether the fragments of a call are accepted; undefined when they are. */
export function readFragments(name: string, argument: AnyNode | undefined): Remark | undefined {
  if (argument?.type !== 'ObjectExpression') return unclear
  let remark: Remark | undefined
  for (const property of argument.properties) {
    const part = property.type === 'Property' ? memberName(property) : undefined
    if (property.type !== 'Property' || part === undefined) remark ??= unclear
    else if (parts[name]?.includes(part as Part))
      remark = readFragment(part as Part, property.value) ?? remark
  }
  return remark
}

function readFragment(part: Part, value: AnyNode): Remark | undefined {
  if (value.type === 'Literal' && value.value === null) return undefined
  const text = textOf(value)
  if (text === undefined) return unclear
  try {
    readers[part](text.words, anyColumn)
    return undefined
  } catch (error) {
    if (!(error instanceof UnfitFragment)) throw error
    return text.isWhole ? { note: 'fragmentRefused', detail: error.found } : unclear
  }
}

interface Text {
  words: string
  /** No part of it is computed. */
  isWhole: boolean
}
/** Fits as a number, and between quotes as a text. */
const computed: Text = { words: '1', isWhole: false }

/** A text that is written, or joined of written and computed parts. */
function textOf(node: AnyNode): Text | undefined {
  const written = writtenText(node)
  if (written !== undefined) return { words: written, isWhole: true }
  if (node.type === 'TemplateLiteral') {
    const words = node.quasis.map(({ value }) => value.cooked ?? '').join(computed.words)
    return { words, isWhole: false }
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  if (!left && !right) return undefined
  const both = [left ?? computed, right ?? computed]
  return { words: both.map(({ words }) => words).join(''), isWhole: both.every(({ isWhole }) => isWhole) }
}
