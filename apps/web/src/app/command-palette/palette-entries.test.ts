import { match } from 'pinyin-pro'
import { expect, test } from 'vitest'
import { searchEntries, splitTarget, splitVerb } from './palette-entries.ts'

const entry = (title: string, path = '') => ({ id: title, title, path, run: () => undefined })
const pages = [
  entry('设备管理 / 设备列表', '/device/deviceList'),
  entry('系统管理 / 用户管理', '/system/user'),
  entry('任务管理 / 运行记录', '/task/run'),
]
const pinyin = (text: string, letters: string) => match(text, letters, { continuous: true }) !== null
const titles = (words: string) => searchEntries(pages, words, pinyin).map(({ title }) => title)

test('Chinese menus are found by pinyin and by initials, and by their address', () => {
  for (const words of ['shebei', 'sb', 'SheBei', 'she bei', 'sblb'])
    expect(titles(words)[0]).toBe('设备管理 / 设备列表')
  expect(titles('yhgl')).toEqual(['系统管理 / 用户管理'])
  expect(titles('/task/run')[0]).toBe('任务管理 / 运行记录')
  expect(titles('zzz')).toEqual([])
})

const verbs = [
  { id: 'restartAgent', names: ['restart agent', '重启客户端'] },
  { id: 'reboot', names: ['restart phone', 'restart', 'reboot', '重启'] },
  { id: 'run', names: ['run', '运行'] },
]
const said = (words: string) => {
  const found = splitVerb(verbs, words)
  return found && [found.verb.id, found.object]
}

test('words that begin with a verb are about what follows it', () => {
  expect(said('restart phone SZ003')).toEqual(['reboot', 'SZ003'])
  expect(said('Restart Agent sz 3')).toEqual(['restartAgent', 'sz 3'])
  expect(said('重启SZ003')).toEqual(['reboot', 'SZ003'])
  expect(said('重启客户端 SZ003')).toEqual(['restartAgent', 'SZ003'])
  expect(said('restart SZ003')).toEqual(['reboot', 'SZ003'])
  expect(said('run')).toEqual(['run', ''])
  expect(said('runs')).toBeUndefined()
  expect(said('SZ003')).toBeUndefined()
})

test('a task may name the group that it is to run on', () => {
  const links = [' on group ', ' on ', '到分组']
  expect(splitTarget('Check in on group Line A', links)).toEqual({ name: 'Check in', group: 'Line A' })
  expect(splitTarget('Check in on Line A', links)).toEqual({ name: 'Check in', group: 'Line A' })
  expect(splitTarget('签到到分组 A', links)).toEqual({ name: '签到', group: 'A' })
  expect(splitTarget('Check in', links)).toEqual({ name: 'Check in' })
})
