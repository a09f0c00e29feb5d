import { devices } from '@fleetdeck/contract/devices'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { languages } from '@fleetdeck/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { languageNames, menuLabel, switchLanguage, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { changeSettings, changeSize, sizes } from '../../ground/theme/settings-store.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import { toggleFullscreen } from '../header/fullscreen.ts'
import { sizeNames } from '../header/SizeSelect.tsx'
import type { MenuEntry } from '../menu/menu-records.ts'
import { pageAt, useMenu } from '../menu/menu-store.ts'
import { useMenuEntries } from '../menu/use-menu-entries.ts'
import { useOpenEntry } from '../menu/use-open-entry.ts'
import { openSettings } from '../settings/open-settings.ts'
import { useTabs } from '../tabs/tabs-store.ts'
import { type PaletteEntry, searchEntries } from './palette-entries.ts'

export interface PaletteGroup {
  name: TextKey
  entries: PaletteEntry[]
}

const shownDevices = 6

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
    return [
      action('profile', t('layout.userCentre'), () => navigate('/user/profile')),
      action('account', t('/user/account'), () => navigate('/user/account')),
      action('settings', t('layout.settings'), openSettings),
      action('appearance', `${t('layout.appearance')}: ${t(isDark ? 'layout.light' : 'layout.dark')}`, () =>
        changeSettings({ appearance: isDark ? 'light' : 'dark' }),
      ),
      action('fullscreen', t('layout.fullscreen'), toggleFullscreen),
      ...languages.map((one) =>
        action(`language-${one}`, `${t('layout.language')}: ${languageNames[one]}`, () =>
          switchLanguage(one),
        ),
      ),
      ...sizes.map((size) =>
        action(`size-${size}`, `${t('layout.size')}: ${t(sizeNames[size])}`, () => changeSize(size)),
      ),
    ]
  }, [t, navigate, isDark])
}

function useRecent(): PaletteEntry[] {
  const navigate = useNavigate()
  const tabs = useTabs((state) => state.tabs)
  const pages = useMenu((menu) => menu.pages)
  return tabs.flatMap((tab) => {
    const page = pageAt(pages, tab.path)
    if (!page) return []
    const address = tab.path + tab.rest
    const title = menuLabel(page.labelKey, page.title)
    return [{ id: `recent ${tab.path}`, title, path: address, run: () => navigate(address) }]
  })
}

/** Devices whose number, identity or model contains the words. */
function useDevices(words: string): PaletteEntry[] {
  const navigate = useNavigate()
  const allowed = useMay(devices.list.permission)
  const { data } = useQuery({
    queryKey: ['palette', 'devices', words],
    queryFn: ({ signal }) =>
      call(devices.list, { query: { search: words, pageNum: 1, pageSize: shownDevices }, signal }),
    enabled: allowed && words.length > 0,
    placeholderData: (before) => before,
    meta: { silent: true },
  })
  if (!words || !data) return []
  return data.list.map((device) => {
    const number = device.deviceNo || device.deviceId
    const query = new URLSearchParams({ search: number, ...(!device.deviceNo && { assStatus: '0' }) })
    const address = `/device/deviceList?${query}`
    // Many vendors repeat their name in the model's.
    const model = device.mode.startsWith(device.brand) ? device.mode : `${device.brand} ${device.mode}`
    const title = `${number} ${model}`
    return { id: `device ${device.id}`, title, path: device.ip, run: () => navigate(address) }
  })
}

/** The palette's entries for these words; without words, the open pages and all menus. */
export function usePaletteGroups(typed: string): PaletteGroup[] {
  const words = useDeferredValue(typed.trim())
  const pages = usePages()
  const actions = useActions()
  const recent = useRecent()
  const found = useDevices(words)
  const matching = (entries: PaletteEntry[]) => (words ? searchEntries(entries, words) : entries)
  const groups: PaletteGroup[] = [
    { name: 'layout.paletteRecent', entries: words ? [] : recent },
    { name: 'layout.palettePages', entries: matching(pages) },
    { name: 'layout.paletteDevices', entries: found },
    { name: 'layout.paletteActions', entries: matching(actions) },
  ]
  return groups.filter((group) => group.entries.length > 0)
}
