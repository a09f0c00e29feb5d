import type { DeviceId } from '@fleetdeck/contract/ids'
import { useCallback, useEffect, useRef, useState } from 'react'
import { inBackground } from '../../../api/feedback.ts'
import { errorMessage } from '../../../api/message-of.ts'
import { takeScreenshots } from '../../../components/screen/take-screenshot.ts'
import { useText } from '../../../ground/language.ts'

export interface ShotPhone {
  id: DeviceId
  deviceNo: string
}

export interface Shot extends ShotPhone {
  image?: { blob: Blob; url: string }
  /** Why there is no image. */
  reason?: string
}

/** Phones of one dialog, and bytes of all its images. */
export const maxShots = 200
const maxShotBytes = 256 * 1024 * 1024

/** Screenshots of these phones, in their order, as they arrive; leaving the page takes no more. */
export function useScreenshots(phones: readonly ShotPhone[]) {
  const t = useText()
  const [shots, setShots] = useState<ReadonlyMap<number, Shot>>(
    () => new Map(phones.slice(0, maxShots).map(({ id, deviceNo }) => [id, { id, deviceNo }])),
  )
  const urls = useRef<string[]>([])
  const bytes = useRef(0)
  const pending = useRef(new AbortController())

  const take = useCallback(
    async (some: readonly ShotPhone[]) => {
      const { signal } = pending.current
      const put = (id: DeviceId, part: Omit<Shot, keyof ShotPhone>) => {
        if (signal.aborted) return
        setShots((now) => {
          const before = now.get(id)
          return before ? new Map(now).set(id, { id, deviceNo: before.deviceNo, ...part }) : now
        })
      }
      for (const { id } of some) put(id, {})
      const onShot = (id: DeviceId, shot: Blob | string) => {
        if (typeof shot === 'string') return put(id, { reason: shot })
        if (bytes.current + shot.size > maxShotBytes) return put(id, { reason: t('wall.shotsTooLarge') })
        bytes.current += shot.size
        const url = URL.createObjectURL(shot)
        urls.current.push(url)
        put(id, { image: { blob: shot, url } })
      }
      try {
        await takeScreenshots(
          some.map(({ id }) => id),
          { signal, onShot },
        )
      } catch (error) {
        for (const { id } of some) put(id, { reason: errorMessage(error) })
      }
    },
    [t],
  )
  const first = useRef(phones.slice(0, maxShots))
  useEffect(() => {
    pending.current = new AbortController()
    inBackground(take(first.current))
    return () => {
      pending.current.abort()
      for (const url of urls.current) URL.revokeObjectURL(url)
      urls.current = []
      bytes.current = 0
    }
  }, [take])
  return { shots: [...shots.values()], take }
}
