import { Selector } from '@fleetdeck/contract/script-api/selector'
import { expect, test } from 'vitest'
import { parseUiTree } from '../../drivers/adb/parse/ui-elements.ts'
import { agentTexts } from '../../texts.ts'
import { linkTree, matchAll } from './match.ts'
import { describeSelector, toCondition } from './selector.ts'

/** Three goods with a price and a button each, and an account field. */
const xml = `<hierarchy rotation="0">
<node index="0" class="android.widget.FrameLayout" package="com.shop" enabled="true" bounds="[0,0][1000,2000]">
 <node index="0" class="android.widget.EditText" resource-id="com.shop:id/account" text="" hint="Account" enabled="true" clickable="true" focused="true" bounds="[0,0][1000,100]"/>
 <node index="1" class="android.widget.ListView" resource-id="com.shop:id/list" scrollable="true" enabled="true" bounds="[0,100][1000,2000]">
${['Tea', 'Coffee', 'Milk']
  .map(
    (
      name,
      at,
    ) => `  <node index="${at}" class="android.view.ViewGroup" enabled="true" bounds="[0,${100 + at * 200}][1000,${300 + at * 200}]">
   <node index="0" class="android.widget.TextView" text="${name}" enabled="true" bounds="[0,${100 + at * 200}][300,${300 + at * 200}]"/>
   <node index="1" class="android.widget.TextView" text="¥ ${at + 1}.50" enabled="true" bounds="[300,${100 + at * 200}][600,${300 + at * 200}]"/>
   <node index="2" class="android.widget.Button" resource-id="com.shop:id/buy" content-desc="Buy ${name}" clickable="true" enabled="${at !== 1}" checkable="true" checked="${at === 2}" bounds="[800,${100 + at * 200}][1000,${300 + at * 200}]"/>
  </node>`,
  )
  .join('\n')}
 </node>
</node>
</hierarchy>`
const nodes = linkTree(parseUiTree(xml))

const readSelector = (given: unknown) => toCondition(Selector.parse(given), agentTexts.en)

const found = (selector: unknown) =>
  matchAll(nodes, readSelector(selector), ({ source, flags }, text) =>
    new RegExp(source, flags).test(text),
  ).map(({ text, desc, type }) => text || desc || (type.split('.').at(-1) ?? ''))

test.each<[unknown, string[]]>([
  ['Coffee', ['Coffee', 'Buy Coffee']],
  ['#buy', ['Buy Tea', 'Buy Coffee', 'Buy Milk']],
  ['#com.shop:id/account', ['EditText']],
  ['#uy', []],
  [{ text: 'Tea' }, ['Tea']],
  [{ text: 'Te' }, []],
  [{ text: '', desc: '', className: 'EditText' }, ['EditText']],
  [{ text: { source: '^(tea|milk)$', flags: 'i' } }, ['Tea', 'Milk']],
  [{ textContains: '.50', index: -1 }, ['¥ 3.50']],
  [{ textStartsWith: 'Mi' }, ['Milk']],
  [{ textMatches: '^¥ [12]' }, ['¥ 1.50', '¥ 2.50']],
  [{ desc: 'Buy Milk' }, ['Buy Milk']],
  [{ descContains: 'uy T' }, ['Buy Tea']],
  [{ descMatches: { source: 'milk', flags: 'i' } }, ['Buy Milk']],
  [{ className: 'Button', instance: 1 }, ['Buy Coffee']],
  [{ className: 'android.widget.EditText' }, ['EditText']],
  [{ package: 'com.shop' }, ['FrameLayout']],
  [{ clickable: true, enabled: false }, ['Buy Coffee']],
  [{ checkable: true, checked: true }, ['Buy Milk']],
  [{ focused: true }, ['EditText']],
  [{ scrollable: true }, ['ListView']],
  [{ depth: 1 }, ['EditText', 'ListView']],
  [{ index: 99 }, []],
  [{ className: 'TextView', parent: { child: 'Coffee', className: 'ViewGroup' } }, ['Coffee', '¥ 2.50']],
  [{ className: 'ViewGroup', child: { text: 'Milk' } }, ['ViewGroup']],
  [{ textContains: '¥', near: { text: 'Coffee' } }, ['¥ 2.50', '¥ 1.50', '¥ 3.50']],
  [{ id: 'buy', near: { text: 'Coffee' }, direction: 'right', index: 0 }, ['Buy Coffee']],
  [{ className: 'TextView', near: { text: 'Coffee' }, direction: 'above', index: 0 }, ['Tea']],
  [{ className: 'TextView', near: { text: 'Coffee' }, direction: 'below', index: 0 }, ['Milk']],
  [{ className: 'TextView', near: { text: '¥ 2.50' }, direction: 'left', index: 0 }, ['Coffee']],
  [{ id: 'buy', near: 'Nothing like it' }, []],
  [{ id: 'buy', bounds: { x: 700, y: 0, width: 300, height: 350 } }, ['Buy Tea']],
])('%j finds %j', (selector, words) => {
  expect(found(selector)).toEqual(words)
})

test.each([
  '',
  7,
  null,
  [],
  {},
  { text: undefined },
  { near: {} },
  { id: '' },
  { textContains: '' },
  { descMatches: '' },
  { text: 7 },
  { clickable: 'yes' },
  { index: 1.5 },
  { direction: 'left' },
  { near: 'Tea', direction: 'inside' },
  { parent: 3 },
  { bounds: { x: 0 } },
  { parent: { parent: { parent: { parent: { parent: { parent: { parent: 'x' } } } } } } },
])('%j is refused', (selector) => {
  expect(() => readSelector(selector)).toThrow()
})

test('a tree of one long line is matched in time', () => {
  const depth = 20_000
  const [row] = nodes
  if (!row) throw new Error('there is no element')
  const line = linkTree(Array.from({ length: depth }, (_, at) => ({ ...row, depth: at })))
  const match = (selector: unknown) => matchAll(line, readSelector(selector), () => false).length
  expect(match({ child: { enabled: true } })).toBe(depth - 1)
  expect(match({ parent: { parent: { parent: { enabled: true } } } })).toBe(depth - 3)
})

test('a selector is described in words', () => {
  expect(describeSelector('Tea')).toBe('“Tea”')
  expect(describeSelector({ className: 'Button', near: { text: { source: 'a', flags: 'i' } } })).toBe(
    'className “Button”, near (text /a/i)',
  )
})
