import { EyeInvisibleOutlined, QrcodeOutlined } from '@ant-design/icons'
import { devices } from '@fleetdeck/contract/devices'
import { enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { EnrolmentCommands } from './EnrolmentCommands.tsx'
import { EnrolmentData } from './EnrolmentData.tsx'
import styles from './enrol.module.css'
import { hiddenKey } from './enrolment-text.ts'
import { Copyable } from './ScanOrCopy.tsx'

/** The risk of a key without an end, and the alternative. */
function KeyRisk() {
  const t = useText()
  const mayUseCodes = useMay(enrolmentCodes.list.permission)
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <>
          {t('enrol.keyRisk')}{' '}
          {mayUseCodes && (
            <Link to="/device/enrolmentCode" className={styles.inText ?? ''}>
              {t('enrol.useCodes')}
            </Link>
          )}
        </>
      }
    />
  )
}

/** Server address, key and QR code for phones; the key is only requested when the user shows it. */
export function EnrolmentSteps() {
  const t = useText()
  const mayLook = useMay(devices.enrolment.permission)
  const enrolment = useMutation({
    mutationFn: async () => {
      const { address, key } = await call(devices.enrolment)
      return { address: address || location.origin, key }
    },
    // The key is removed from the cache when the dialog closes.
    gcTime: 0,
  })
  const known = enrolment.data ?? { address: location.origin, key: hiddenKey(t('enrol.key')) }
  return (
    <Flex vertical gap={12} className={styles.steps ?? ''}>
      <p>{t('enrol.text')}</p>
      {enrolment.data ? (
        <EnrolmentData enrolment={enrolment.data} keyLabel={t('enrol.key')}>
          <p className={styles.hint}>{t('enrol.keyHint')}</p>
          <Button size="small" icon={<EyeInvisibleOutlined />} onClick={() => enrolment.reset()}>
            {t('enrol.hideKey')}
          </Button>
        </EnrolmentData>
      ) : (
        <>
          <Copyable label={t('enrol.address')} text={known.address} />
          {mayLook ? (
            <span>
              <Button
                type="primary"
                icon={<QrcodeOutlined />}
                loading={enrolment.isPending}
                onClick={() => enrolment.mutate()}
              >
                {t('enrol.showKey')}
              </Button>
            </span>
          ) : (
            <p className={styles.hint}>{t('enrol.askForKey')}</p>
          )}
        </>
      )}
      {mayLook && <KeyRisk />}
      <EnrolmentCommands enrolment={known} />
    </Flex>
  )
}
