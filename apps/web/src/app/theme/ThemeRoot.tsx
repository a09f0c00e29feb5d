import { App, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { toastSeconds } from '../../api/constants.ts'
import { provideFeedback } from '../../api/feedback.ts'
import { useLanguage } from '../language.ts'
import { useChrome, useSettings } from '../settings/settings-store.ts'
import { useMedia, useReducedMotion } from './media.ts'
import { paletteOf } from './palette.ts'
import { componentSizes, themeConfig } from './theme-config.ts'

function Feedback({ children }: { children: ReactNode }) {
  const parts = App.useApp()
  useLayoutEffect(() => provideFeedback(parts), [parts])
  return children
}

/** Whether the page is dark: the setting, or what the system prefers. */
export function useDark(): boolean {
  const appearance = useSettings((settings) => settings.appearance)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  return appearance === 'dark' || (appearance === 'system' && systemIsDark)
}

/** Colours, sizes and the language of antd for everything below; the same colours for our style sheets. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const themeColor = useSettings((settings) => settings.themeColor)
  const isDark = useDark()
  const size = useChrome((chrome) => chrome.size)
  const motion = !useReducedMotion()
  const locale = useLanguage((state) => state.antdLocale)
  const palette = useMemo(() => paletteOf(themeColor, isDark), [themeColor, isDark])
  const config = useMemo(
    () => themeConfig(palette, { isDark, size, motion }),
    [palette, isDark, size, motion],
  )

  useLayoutEffect(() => {
    const root = document.documentElement
    root.style.colorScheme = isDark ? 'dark' : 'light'
    root.dataset.size = size
    for (const [name, value] of Object.entries(palette)) root.style.setProperty(`--${name}`, value)
  }, [palette, isDark, size])

  return (
    <ConfigProvider
      theme={config}
      componentSize={componentSizes[size]}
      button={{ autoInsertSpace: false }}
      {...(locale && { locale })}
    >
      <App message={{ duration: toastSeconds, maxCount: 3 }} notification={{ placement: 'bottomRight' }}>
        <Feedback>{children}</Feedback>
      </App>
    </ConfigProvider>
  )
}
