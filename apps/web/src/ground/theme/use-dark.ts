import { useMedia } from './media.ts'
import { useSettings } from './settings-store.ts'

/** Whether the page is dark: the setting, or what the system prefers. */
export function useDark(): boolean {
  const appearance = useSettings((settings) => settings.appearance)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  return appearance === 'dark' || (appearance === 'system' && systemIsDark)
}
