import { useEffect } from 'react'
import { type QualityProfile, type Settings, useSettings } from '../../ground/theme/settings-store.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'

const toProfile = ({ screenQuality }: Settings): QualityProfile | undefined =>
  screenQuality === 'device' ? undefined : screenQuality

/** What the user has chosen; undefined: the device's settings apply. */
export const chosenProfile = () => toProfile(useSettings.getState())

/** Another choice applies to the screen that is shown. */
export function useQualityChoice(session: ScreenSession | undefined) {
  const profile = useSettings(toProfile)
  useEffect(() => session?.follow(profile), [session, profile])
}
