import type { CheckCode } from '@fleetdeck/contract/check-codes'
import type { Device } from '@fleetdeck/contract/devices'
import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useDeviceRuntime } from '../../realtime/use-console-socket.ts'
import styles from './phone-check.module.css'
import { usePhoneCheck } from './use-phone-check.ts'

const WaySteps = lazyPart(async () => (await import('./WaySteps.tsx')).WaySteps)

/** What an operator of a screen notices; the rest is in the diagnosis. */
const ofScreens: readonly CheckCode[] = ['input', 'inputMethod']

interface RefusedProps {
  device: Pick<Device, 'id' | 'runtime'>
  code: CheckCode
}

function Refused({ device, code }: RefusedProps) {
  const t = useText()
  const [isOpen, open] = useState(false)
  const runtime = useDeviceRuntime(device)
  const { check, start, isRunning } = usePhoneCheck(device.id, runtime)
  const way = check?.findings.find((finding) => finding.code === code)?.way
  return (
    <Alert
      className={styles.refused ?? ''}
      type="warning"
      showIcon
      title={
        <>
          <strong>{t(`check.${code}.mend`)}</strong>
          {isOpen && <p>{t(`check.${code}.advice`)}</p>}
          {isOpen && way && (
            <Suspense fallback={null}>
              <WaySteps way={way} />
            </Suspense>
          )}
        </>
      }
      action={
        <span className={styles.buttons}>
          <Button size="small" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {t('check.howToMend')}
          </Button>
          <Button size="small" loading={isRunning} onClick={start}>
            {t(isRunning ? 'check.running' : 'check.again')}
          </Button>
        </span>
      }
    />
  )
}

/** Above a phone's screen while the phone refuses touches or texts; it ends when the phone accepts them again. */
export function RefusedInput({ device }: { device: Pick<Device, 'id' | 'runtime'> }) {
  const { online, toMend } = useDeviceRuntime(device)
  const code = online && ofScreens.find((one) => toMend?.includes(one))
  return code ? <Refused device={device} code={code} /> : null
}
