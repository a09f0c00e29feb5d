import type { CurrentApp } from '../../phone-parts.ts'

/** The best source first; Android 5 to 15 name the activity in front differently. */
const sources = [
  'topResumedActivity',
  'mResumedActivity',
  'ResumedActivity',
  'mFocusedActivity',
  'mFocusedApp',
  'mCurrentFocus',
]

/**
 * `dumpsys activity activities` and `dumpsys window`: `mResumedActivity: ActivityRecord{d2e u0 com.shop/.Main t12}`,
 * `mCurrentFocus=Window{9b1 u0 com.shop/com.shop.Main}`.
 */
export function parseCurrentApp(text: string): CurrentApp | undefined {
  for (const source of sources) {
    const line = new RegExp(`\\b${source}\\s*[=:].*?\\{\\S+ (?:u\\d+ )?([\\w.]+)/([\\w.$]+)`).exec(text)
    const [, id, activity] = line ?? []
    if (id && activity) return { id, activity: activity.startsWith('.') ? id + activity : activity }
  }
  return undefined
}
