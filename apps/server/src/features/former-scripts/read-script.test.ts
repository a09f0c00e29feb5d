import type { Finding } from '@fleetdeck/contract/former-scripts'
import { describe, expect, test } from 'vitest'
import { readScript, readScriptFile } from './read-script.ts'

const short = ({ name, kind, note, instead, count, lines }: Finding) => [
  ...[kind, name, `×${count}`, lines.join(',')],
  ...(note ? [note] : []),
  ...(instead ? [`→ ${instead}`] : []),
]
const found = (text: string) => readScript(text).findings.map((finding) => short(finding).join(' '))
const verdict = (text: string) => readScript(text).verdict

describe('scripts of the former system', () => {
  test('one that claims accounts and writes logs is ready', () => {
    const script = `// 领取账号
function main() {
  var info = ecloud.getTaskInfo();
  var group = info.valueJson["group"] || "账号";
  for (var i = 0; i < 3; i++) {
    var rows = ecloud.getDataPop({ groupName: group, getType: 1, size: 1 });
    if (!rows || rows.length == 0) { logw("没有数据"); sleep(5000); continue; }
    logd("账号 " + JSON.stringify(rows[0]));
    ecloud.addData({ groupName: "已用", dataName: String(i), content: rows[0] });
  }
}
main();
`
    expect(readScript(script)).toMatchObject({ verdict: 'ready', unreadable: null, isCut: false })
    expect(found(script)).toEqual([
      'known ecloud.getTaskInfo ×1 3',
      'known ecloud.getDataPop ×1 6 dataPop',
      'known logw ×1 7',
      'known sleep ×1 7',
      'known logd ×1 8',
      'known ecloud.addData ×1 9',
    ])
  })

  test('one that operates apps names the functions that are missing, and what does the same here', () => {
    const script = `
function openShop() {
  utils.openApp("com.example.shop");
  sleep(3000);
  var node = text("首页").getOneNodeInfo(5000);
  if (node) node.click(); else toast("没有首页");
}
for (let i = 0; i < 10; i++) {
  openShop();
  clickPoint(100, 200);
  clickPoint(random(1, 500), 300);
  swipeToPoint(500, 1500, 500, 300, 400);
  home();
}
logd(device.getIMEI(), device.getScreenWidth());
let answer = http.httpGet("http://example.org/next", {}, 10 * 1000, {});
let thread = new java.lang.Thread(function () { logd("x") });
`
    expect(verdict(script)).toBe('unknown')
    expect(found(script)).toEqual([
      'unknown utils.openApp ×1 3 → device.launch',
      'unknown text ×1 5 → device.findText',
      'unknown toast ×1 6 → logi',
      'unknown clickPoint ×2 10,11 → device.tap',
      'unknown swipeToPoint ×1 12 → device.swipe',
      "unknown home ×1 13 → device.key('home')",
      'unknown device.getIMEI ×1 15',
      'unknown device.getScreenWidth ×1 15 → device.size().width',
      'unknown http.httpGet ×1 16 → http.request',
      'unknown java.lang.Thread ×1 17',
      'known sleep ×1 4',
      'known random ×1 11',
      'known logd ×2 15,17',
    ])
  })

  test('SQL fragments of dynamic tables are read as the server reads them', () => {
    const script = `
var name = "a";
ecloud.dynamicQuery({ tableNameEn: "user", pageNumber: 1, query: " and age like '2%'", order: "order by id desc" });
ecloud.dynamicQuery({ tableNameEn: "user", query: " and name = '" + name + "' and age > " + 5 });
ecloud.dynamicQuery({ tableNameEn: "user", query: \` and name = '\${name}'\`, order: null });
ecloud.dynamicQuery({ tableNameEn: "user", query: " and id in (select id from other)" });
ecloud.dynamicUpdate({ tableNameEn: "user", columns: { age: 1 }, query: buildQuery() });
ecloud.dynamicRemove({ tableNameEn: "user", query: "and 1 = 1" });
ecloud.dynamicRemove({ tableNameEn: "user", search: { id: 1 } });
var request = { tableNameEn: "user" };
ecloud.dynamicQuery(request);
function buildQuery() { return "" }
`
    expect(verdict(script)).toBe('different')
    expect(found(script)).toEqual([
      'different ecloud.dynamicQuery ×1 6 fragmentRefused',
      'different ecloud.dynamicUpdate ×1 7 fragmentUnclear',
      'different ecloud.dynamicRemove ×1 8 fragmentRefused',
      'different ecloud.dynamicQuery ×1 11 fragmentUnclear',
      'known ecloud.dynamicQuery ×3 3,4,5',
      'known ecloud.dynamicRemove ×1 9',
    ])
    const details = readScript(script).findings.map(({ detail }) => detail)
    expect(details.filter(Boolean)).toEqual(['select id from other', '1 = 1'])
  })

  test('other names of the objects are followed', () => {
    const script = `
const e = ecloud, again = e;
const { getData, removeAll: wipe, ...rest } = ecloud;
let cloud; cloud = ecloud;
function work(device) { device.click(1, 2) }
e.getData({}); e['addData']({}); again.addTask({});
getData({}); wipe(); cloud?.getDeviceNo();
const tap = clickPoint; tap(1, 2);
globalThis.toast('x'); globalThis.ecloud.getCloudUrl();
work({ click() {} });
`
    expect(found(script)).toEqual([
      'unknown ecloud.addTask ×1 6',
      'unknown ecloud.removeAll ×1 7',
      'unknown clickPoint ×1 8 → device.tap',
      'unknown toast ×1 9 → logi',
      'unclear ecloud[…] ×1 3 computedName',
      'known ecloud.getData ×2 6,7',
      'known ecloud.addData ×1 6',
      'known ecloud.getDeviceNo ×1 7',
      'known ecloud.getCloudUrl ×1 9',
    ])
  })

  test('names that the script defines itself are not listed', () => {
    const script = `
function clickPoint(x, y) { device.tap(x, y) }
var toast = function (words) { logi(words) };
helper = () => random(1);
const random = (n) => Math.floor(Math.random() * n);
class Job { run() { clickPoint(1, 2); toast('x'); helper() } }
try { new Job().run() } catch (home) { home() }
if (typeof image !== 'undefined') logi('image');
[1].map((text) => text(1));
function text2() { arguments[0]() }
`
    expect(found(script)).toEqual(['known device.tap ×1 2', 'known logi ×2 3,8'])
    expect(verdict(script)).toBe('ready')
  })

  test('what is only known when the script runs is listed as unclear', () => {
    const script = `
const name = 'get' + 'Data';
ecloud[name]({});
run(ecloud);
eval('clickPoint(1, 2)');
if (ecloud && device) logi('ready');
function run(cloud) { return cloud }
`
    expect(verdict(script)).toBe('different')
    expect(found(script)).toEqual([
      'unclear ecloud[…] ×1 3 computedName',
      'unclear ecloud ×1 4 passedOn',
      'unclear eval ×1 5 ownCode',
      'known logi ×1 6',
    ])
  })
})

test('what the sandbox does not run is unknown: returns and awaits outside of functions, and computed imports', () => {
  expect(found(`if (!ecloud.getDeviceNo()) return;\nawait null\nconst f = () => { return 1 }`)).toEqual([
    'unknown return ×1 1 topLevel',
    'unknown await ×1 2 topLevel',
    'known ecloud.getDeviceNo ×1 1',
  ])
  expect(found(`import { a } from 'login'\nexport const b = a()\nimport('./' + b)`)).toEqual([
    'unknown import ×1 3 modules',
  ])
  expect(found(`const fs = require('fs')\nnew XMLHttpRequest()`)).toEqual([
    'unknown require ×1 1',
    'unknown XMLHttpRequest ×1 2',
  ])
})

test('calls outside only reach the hosts of the site', () => {
  expect(found(`http.request('http://example.org')`)).toEqual(['different http.request ×1 1 httpHosts'])
})

test('a text that cannot be read says why, and never fails', () => {
  const reason = (text: string) => readScript(text).unreadable
  expect(reason('logd(1)\nvar x = ;')).toEqual({ reason: 'syntax', line: 2, column: 9 })
  expect(reason('PK\u0003\u0004\0')).toMatchObject({ reason: 'binary' })
  expect(
    readScriptFile({ bytes: Buffer.from('504b0304ff00', 'hex'), language: 'js' }).unreadable,
  ).toMatchObject({ reason: 'binary' })
  expect(reason(' '.repeat(1_000_001))).toMatchObject({ reason: 'tooLong' })
  expect(reason(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toMatchObject({ reason: 'tooComplex' })
  expect(reason(`${'{'.repeat(1000)}${'}'.repeat(1000)}`)).toMatchObject({ reason: 'tooComplex' })
  expect(readScript('').verdict).toBe('ready')
  expect(readScript('\ufeff#!/bin/x\nlogd(1)').unreadable).toMatchObject({ reason: 'syntax' })
  expect(readScriptFile({ bytes: Buffer.from('\ufefflogd(1)'), language: 'js' }).verdict).toBe('ready')
})

test('findings and their lines have limits, and a script full of names is read in time', () => {
  const many = Array.from({ length: 600 }, (_, place) => `missing${place}()`).join('\n')
  expect(readScript(many)).toMatchObject({ isCut: true, findings: { length: 500 } })
  const repeated = readScript('toast()\n'.repeat(50)).findings[0]
  expect(repeated).toMatchObject({ count: 50, lines: { length: 20 } })
  // Each takes a time that grows with the square of its length unless names and nesting have limits.
  expect(readScript('var a = ecloud; a;'.repeat(10_000)).verdict).toBe('ready')
  const nested = `${'function f(){'.repeat(99)}${'x();'.repeat(20_000)}${'}'.repeat(99)}`
  expect(readScript(nested).findings).toMatchObject([{ name: 'x', count: 20_000 }])
})

test('a script in TypeScript is read without its types, and what is not only a type has its place', () => {
  const text =
    "interface Goods { name: string }\nconst goods = { name: 'tea' } as Goods\nfindNode(goods.name)"
  expect(readScript(text, 'ts').findings).toMatchObject([{ name: 'findNode', kind: 'unknown', lines: [3] }])
  expect(readScript(text).unreadable).toMatchObject({ reason: 'syntax', line: 1 })
  const wrong = readScript('logd(1)\n  enum Colour { red }', 'ts')
  expect(wrong).toMatchObject({ verdict: 'unreadable', unreadable: { reason: 'syntax', line: 2, column: 3 } })
})
