import { expect, test } from 'vitest'
import { linkTree } from '../../../scripts/elements/match.ts'
import { parseUiTree } from './ui-elements.ts'

const node = (attributes: string, within = '') => `<node ${attributes}>${within}</node>`

test('the children of a node without an area belong to the element around it, not to its neighbour', () => {
  const flat = node('text="flat" bounds="[0,50][100,50]"', '<node text="inner" bounds="[0,50][100,90]"/>')
  const tree = parseUiTree(
    node(
      'text="page" bounds="[0,0][100,100]"',
      `<node text="beside" bounds="[0,0][100,50]"/>${flat}<node text="below" bounds="[0,90][100,100]"/>`,
    ),
  )
  expect(linkTree(tree).map(({ text, depth, parent }) => [text, depth, parent?.text])).toEqual([
    ['page', 0, undefined],
    ['beside', 1, 'page'],
    ['inner', 1, 'page'],
    ['below', 1, 'page'],
  ])
})

test('texts keep their quotes, line ends, emoji and what is no character', () => {
  const text = 'a &quot;b&quot;&#10;&lt;c&gt; &#55357;&#56397; &#x1F44D; שלום &#xFFFFFFFF; &nbsp;'
  expect(parseUiTree(`<node text="${text}" bounds="[0,0][9,9]"/>`)[0]?.text).toBe(
    'a "b"\n<c> 👍 👍 שלום &#xFFFFFFFF; &nbsp;',
  )
})

test('a dump that no Android writes is read in time', () => {
  expect(parseUiTree('<node '.repeat(200_000))).toEqual([])
  expect(parseUiTree(`<node ${'x'.repeat(500_000)}>`)).toEqual([])
  expect(parseUiTree('<node a="'.repeat(200_000))).toEqual([])
})
