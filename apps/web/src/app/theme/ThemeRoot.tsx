import { ConfigProvider } from 'antd'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { loadFeedback, useFeedbackState } from '../../api/feedback.ts'
import { useLanguage } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useReducedMotion } from '../../ground/theme/media.ts'
import { buildPalette } from '../../ground/theme/palette.ts'
import { useChrome, useSettings } from '../../ground/theme/settings-store.ts'
import { componentSizes, themeConfig, tokenClass } from '../../ground/theme/theme-config.ts'
import { useDark } from '../../ground/theme/use-dark.ts'

const Feedback = lazyPart(async () => (await import('./Feedback.tsx')).Feedback)

const inputs = ['pointermove', 'pointerdown', 'keydown'] as const
const afterInputMs = 1000

/**
 * Not needed by the first page, but required when the connection is lost: loaded when somebody is there, and not while
 * the first letter is shown.
 */
function useFeedback() {
  useEffect(() => {
    const found = new AbortController()
    const load = () => {
      found.abort()
      setTimeout(loadFeedback, afterInputMs)
    }
    for (const input of inputs) window.addEventListener(input, load, { signal: found.signal, passive: true })
    return () => found.abort()
  }, [])
}

/** Colours, sizes and antd's language for the whole app; the same colours for our style sheets. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const themeColor = useSettings((settings) => settings.themeColor)
  const isDark = useDark()
  const size = useChrome((chrome) => chrome.size)
  const motion = !useReducedMotion()
  const isFeedbackWanted = useFeedbackState((state) => state.isWanted)
  useFeedback()
  const locale = useLanguage((state) => state.antdLocale)
  const palette = useMemo(() => buildPalette(themeColor, isDark), [themeColor, isDark])
  const config = useMemo(
    () => themeConfig(palette, { isDark, size, motion }),
    [palette, isDark, size, motion],
  )

  useLayoutEffect(() => {
    const root = document.documentElement
    root.style.colorScheme = isDark ? 'dark' : 'light'
    root.dataset.size = size
    root.classList.add(tokenClass)
    for (const [name, value] of Object.entries(palette)) root.style.setProperty(`--${name}`, value)
  }, [palette, isDark, size])

  return (
    <ConfigProvider
      theme={config}
      componentSize={componentSizes[size]}
      button={{ autoInsertSpace: false }}
      form={{ colon: false }}
      {...(locale && { locale })}
    >
      {children}
      {isFeedbackWanted && (
        <Suspense>
          <Feedback />
        </Suspense>
      )}
    </ConfigProvider>
  )
}
