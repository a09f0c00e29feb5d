import type { RefusedPlace } from '@fleetdeck/contract/endpoint'
import { useState } from 'react'
import { placeIn } from '../../api/call-error.ts'

/** Where a text was refused when it was saved or tried as this script, for its editor. */
export function useRefusedPlace() {
  const [place, setPlace] = useState<RefusedPlace>()
  return { place, showPlace: (error: unknown, script: string) => setPlace(placeIn(error, script)) }
}
