import { useMedia } from './media.ts'
import { useSettings } from './settings-store.ts'

/** Whether the page is dark: by the setting, or by the system's preference. */
export function useDark(): boolean {
  const appearance = useSettings((settings) => settings.appearance)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  return appearance === 'dark' || (appearance === 'system' && systemIsDark)
}
