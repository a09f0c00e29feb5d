import { Suspense } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useDevice } from '../device-panel/use-device.ts'

const NewLink = lazyPart(async () => (await import('./NewLink.tsx')).NewLink)

/** Creates a guest link to a device; its code is loaded when it is opened. */
export function NewLinkPart({ deviceNo, onClose }: { deviceNo: string; onClose: () => void }) {
  const { data } = useDevice(deviceNo)
  return <Suspense>{data && <NewLink device={data} onClose={onClose} />}</Suspense>
}
