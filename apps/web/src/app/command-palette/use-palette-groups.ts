import { devices } from '@fleetdeck/contract/devices'
import { tasks } from '@fleetdeck/contract/tasks'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { languages } from '@fleetdeck/i18n/languages'
import { useDeferredValue, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { formatModel } from '../../components/DeviceIdentity.tsx'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { toggleFullscreen } from '../../components/fullscreen.ts'
import { languageNames, menuLabel, switchLanguage, useText } from '../../ground/language.ts'
import { recentDevices } from '../../ground/recent-devices.ts'
import { useMay } from '../../ground/session-store.ts'
import { changeSettings, changeSize, sizes } from '../../ground/theme/settings-store.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import { sizeNames } from '../header/SizeSelect.tsx'
import type { MenuEntry } from '../menu/menu-records.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import { useMenuEntries } from '../menu/use-menu-entries.ts'
import { useOpenEntry } from '../menu/use-open-entry.ts'
import { openSettings } from '../settings/open-settings.ts'
import { useTabs } from '../tabs/tabs-store.ts'
import { type PaletteEntry, searchEntries, splitVerb, type Verb } from './palette-entries.ts'
import { type DeviceVerb, useAllowedVerbs, useDeviceEntries, useFoundDevices } from './use-devices.ts'
import { usePinyin } from './use-pinyin.ts'
import { useTaskEntries } from './use-tasks.ts'

export interface PaletteGroup {
  name: TextKey
  entries: PaletteEntry[]
}

function leaves(entries: readonly MenuEntry[], above: string[] = []): { entry: MenuEntry; title: string }[] {
  return entries.flatMap((entry) => {
    const titles = [...above, menuLabel(entry.path, entry.title)]
    return entry.children.length ? leaves(entry.children, titles) : [{ entry, title: titles.join(' / ') }]
  })
}

function usePages(): PaletteEntry[] {
  const open = useOpenEntry()
  const entries = useMenuEntries()
  const t = useText()
  // The labels change with the language, which t represents.
  return useMemo(
    () =>
      leaves(entries).map(({ entry, title }) => ({
        id: entry.path,
        title,
        path: entry.target,
        run: () => open(entry),
      })),
    [entries, open, t],
  )
}

function useActions(): PaletteEntry[] {
  const t = useText()
  const navigate = useNavigate()
  const isDark = useDark()
  return useMemo(() => {
    const action = (id: string, title: string, run: PaletteEntry['run']) => ({ id, title, path: '', run })
    const labelled = (label: TextKey, value: string) => t('common.labelled', { label: t(label), value })
    return [
      { ...action('help', t('layout.paletteHelp'), () => undefined), words: '?' },
      action('profile', t('layout.userCentre'), () => navigate('/user/profile')),
      action('account', t('/user/account'), () => navigate('/user/account')),
      action('settings', t('layout.settings'), openSettings),
      action('appearance', labelled('layout.appearance', t(isDark ? 'layout.light' : 'layout.dark')), () =>
        changeSettings({ appearance: isDark ? 'light' : 'dark' }),
      ),
      action('fullscreen', t('layout.fullscreen'), toggleFullscreen),
      ...languages.map((one) =>
        action(`language-${one}`, labelled('layout.language', languageNames[one]), () => switchLanguage(one)),
      ),
      ...sizes.map((size) =>
        action(`size-${size}`, labelled('layout.size', t(sizeNames[size])), () => changeSize(size)),
      ),
    ]
  }, [t, navigate, isDark])
}

function useRecent(): PaletteEntry[] {
  const t = useText()
  const navigate = useNavigate()
  const tabs = useTabs((state) => state.tabs)
  const pages = useMenu((menu) => menu.pages)
  const open = tabs.flatMap((tab) => {
    const page = pageAt(pages, tab.path)
    // Phones have lines of their own.
    if (!page || page.path.includes(':')) return []
    const title = menuLabel(page.labelKey, page.title)
    return [{ id: `recent ${tab.path}`, title, path: '', run: () => navigate(tab.path + tab.rest) }]
  })
  const phones = recentDevices().map((number) => ({
    id: `phone ${number}`,
    title: number,
    path: '',
    note: t('layout.paletteDevices'),
    run: () => navigate(devicePath(number)),
  }))
  return [...phones, ...open]
}

type ObjectOf = 'device' | 'task' | 'waiting'
interface KnownVerb extends Verb {
  id: DeviceVerb | 'runTask' | 'assign'
  object: ObjectOf
}

/** The verbs of the caller, by all their names. */
function useVerbs(): KnownVerb[] {
  const t = useText()
  const onDevices = useAllowedVerbs()
  const maySteer = useMay(tasks.updateTaskStatus.permission)
  const mayAssign = useMay(devices.addAssDevice.permission)
  const verb = (id: KnownVerb['id'], object: ObjectOf): KnownVerb => ({
    id,
    object,
    names: t(`layout.verbNames.${id}`).split('|'),
  })
  return [
    ...onDevices.map((id) => verb(id, 'device')),
    ...(maySteer ? [verb('runTask', 'task')] : []),
    ...(mayAssign ? [verb('assign', 'waiting')] : []),
  ]
}

/** Phones that wait for their number, as lines that begin their assignment. */
function useWaiting(object: string | undefined): PaletteEntry[] {
  const t = useText()
  const navigate = useNavigate()
  const { found } = useFoundDevices(object, { assStatus: '0' })
  if (object === undefined) return []
  const all = {
    id: 'assign',
    title: t('layout.verb.assign'),
    path: '',
    run: () => navigate('/device/deviceList?assStatus=0'),
  }
  const one = found.map(({ id, deviceId, ...device }) => ({
    id: `assign ${id}`,
    title: t('layout.verb.assignOne', { name: deviceId }),
    path: '',
    note: formatModel(device),
    run: () => navigate(`/device/deviceList?${new URLSearchParams({ assStatus: '0', search: deviceId })}`),
  }))
  return object === '' ? [all] : one
}

/** The words that can be typed, as lines that type them. */
function useHelp(verbs: readonly KnownVerb[]): PaletteEntry[] {
  const t = useText()
  return verbs.map(({ id, names }) => ({
    id: `help ${id}`,
    title: t(`layout.verbExample.${id}`),
    path: '',
    run: () => undefined,
    words: `${names[0]} `,
  }))
}

/**
 * The palette's entries; without words, recently opened entries and all menus. They follow fast typing with a delay:
 * `isBehind` until they are those for the words.
 */
export function usePaletteGroups(typed: string): { groups: PaletteGroup[]; isBehind: boolean } {
  const words = useDeferredValue(typed.trim())
  const { groups, isBehind } = useGroupsFor(words)
  return { groups, isBehind: isBehind || words !== typed.trim() }
}

function useGroupsFor(words: string): { groups: PaletteGroup[]; isBehind: boolean } {
  const pinyin = usePinyin()
  const pages = usePages()
  const actions = useActions()
  const recent = useRecent()
  const verbs = useVerbs()
  const help = useHelp(verbs)
  const said = splitVerb(verbs, words)
  const objectOf = (object: ObjectOf) => (said?.verb.object === object ? said.object : undefined)
  const isHelp = words === '?' || words === '\uff1f'
  const devicesAbout = objectOf('device') ?? (said || isHelp ? undefined : words)
  const { found, isBehind } = useFoundDevices(devicesAbout, said ? { assStatus: '1' } : {})
  const runnable = useTaskEntries(objectOf('task'))
  const waiting = useWaiting(objectOf('waiting'))
  const { entry, verbEntry } = useDeviceEntries()
  const allowed = useAllowedVerbs()

  if (isHelp) return { groups: [{ name: 'layout.paletteHelp', entries: help }], isBehind: false }
  const matching = (entries: PaletteEntry[]) => (words ? searchEntries(entries, words, pinyin) : entries)
  const isExact = ({ deviceNo }: { deviceNo: string }) => deviceNo.toLowerCase() === words.toLowerCase()
  const only = found.find(isExact) ?? (found.length === 1 ? found[0] : undefined)
  const phones = found.flatMap((device) => {
    if (device !== only || !device.deviceNo) return [entry(device)]
    // Enter after a number takes the phone over.
    const [first, ...others] = allowed.map((verb) => verbEntry(verb, device))
    return [...(first ? [first] : []), entry(device), ...others]
  })
  const done =
    said?.verb.object === 'device'
      ? found.map((device) => verbEntry(said.verb.id as DeviceVerb, device))
      : [...runnable, ...waiting]
  const groups: PaletteGroup[] = [
    { name: 'layout.paletteRecent', entries: words ? [] : recent },
    { name: 'layout.paletteDo', entries: done },
    { name: 'layout.paletteDevices', entries: said ? [] : phones },
    { name: 'layout.palettePages', entries: matching(pages) },
    { name: 'layout.paletteActions', entries: matching(actions) },
  ]
  return { groups: groups.filter((group) => group.entries.length > 0), isBehind }
}
