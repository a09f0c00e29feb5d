import { EyeInvisibleOutlined, QrcodeOutlined } from '@ant-design/icons'
import { devices, type Enrolment } from '@fleetdeck/contract/devices'
import { useMutation } from '@tanstack/react-query'
import { Button, Flex, QRCode, theme } from 'antd'
import { call } from '../../../api/call.ts'
import { CopyButton } from '../../../components/CopyText.tsx'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import styles from './enrol.module.css'
import { agentCommand, enrolmentText, hiddenKey, phonesCommand } from './enrolment-text.ts'

function Copyable({ label, text }: { label: string; text: string }) {
  const t = useText()
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <div className={styles.infoItem}>
        <code className={styles.value}>{text}</code>
        <CopyButton text={text} label={t('table.copy')} />
      </div>
    </div>
  )
}

function Command({ label, text }: { label: string; text: string }) {
  const t = useText()
  return (
    <>
      <p>{label}</p>
      <div className={styles.command}>
        <code className={styles.value}>{text}</code>
        <CopyButton text={text} label={t('table.copy')} />
      </div>
    </>
  )
}

function Shown({ enrolment, onHide }: { enrolment: Enrolment; onHide: () => void }) {
  const t = useText()
  const { token } = theme.useToken()
  return (
    <div className={styles.shown}>
      {/* Dark on light even in the dark theme: most cameras cannot read inverted codes. */}
      <div role="img" aria-label={t('enrol.qr')}>
        <QRCode
          value={enrolmentText(enrolment)}
          size={176}
          type="svg"
          errorLevel="M"
          color="#000000"
          bgColor="#ffffff"
          style={{ borderColor: token.colorBorder }}
        />
      </div>
      <div className={styles.info}>
        <Copyable label={t('enrol.address')} text={enrolment.address} />
        <Copyable label={t('enrol.key')} text={enrolment.key} />
        <p className={styles.hint}>{t('enrol.keyHint')}</p>
        <Button size="small" icon={<EyeInvisibleOutlined />} onClick={onHide}>
          {t('enrol.hideKey')}
        </Button>
      </div>
    </div>
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
        <Shown enrolment={enrolment.data} onHide={enrolment.reset} />
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
      <Command label={t('enrol.android')} text={agentCommand(known)} />
      <Command label={t('enrol.command')} text={phonesCommand(known)} />
    </Flex>
  )
}
