import type { MonitorDevice } from '@fleetdeck/contract/device-monitor'
import { lazy, Suspense } from 'react'
import { useMedia } from '../../ground/theme/media.ts'
import { placeGlance } from './glance-place.ts'
import { useGlance } from './use-glance.ts'

const GlanceCard = lazy(async () => {
  const { GlanceCard: card } = await import('./GlanceCard.tsx')
  return { default: card }
})

interface DeviceGlanceProps {
  /** Of the list; elements with `data-glance` name one by its id. */
  devices: readonly MonitorDevice[]
}

/**
 * A card about the phone under the pointer, or in whose row or tile the focus is when "i" is pressed. Nothing is loaded
 * before the first one is shown. Devices without a pointer that can hover have no cards.
 */
export function DeviceGlance({ devices }: DeviceGlanceProps) {
  return useMedia('(hover: hover)') ? <ShownGlance devices={devices} /> : null
}

function ShownGlance({ devices }: DeviceGlanceProps) {
  const shown = useGlance()
  const device = shown && devices.find(({ id }) => id === shown.id)
  if (!device || !shown.whole.isConnected) return null
  // Without the scroll bar.
  const { clientWidth: width } = document.documentElement
  const view = { width, height: window.innerHeight }
  return (
    <Suspense fallback={null}>
      <GlanceCard
        key={device.id}
        device={device}
        place={placeGlance(shown.whole.getBoundingClientRect(), view)}
      />
    </Suspense>
  )
}
