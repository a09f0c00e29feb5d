import { guestPagePath } from '@fleetdeck/contract/guest-page'
import { Alert, Button, Flex, Modal, QRCode, theme } from 'antd'
import { useText } from '../../ground/language.ts'
import { Copyable } from '../enrol/EnrolmentData.tsx'
import styles from '../enrol/enrol.module.css'

export interface MadeLink {
  deviceNo: string
  publicId: string
  token: string
  /** The server's address for guests. */
  address: string
  isEmbeddable: boolean
}

const embedCode = (url: string) =>
  `<iframe src="${url}" width="360" height="760" style="border:0" allow="fullscreen"></iframe>`

/** The created link, which cannot be shown again. */
export function MadeLinkDialog({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const t = useText()
  const { token: colors } = theme.useToken()
  const { deviceNo, publicId, token, address, isEmbeddable } = made
  const url = new URL(`${guestPagePath}${publicId}#${token}`, address).href
  return (
    <Modal
      open
      width={600}
      title={t('screenLink.ready', { device: deviceNo })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('screenLink.copied')}
        </Button>
      }
    >
      <Flex vertical gap={12} className={styles.steps ?? ''}>
        <Alert type="warning" showIcon title={t('screenLink.shownOnce')} />
        <div className={styles.shown}>
          {/* Dark on light even in the dark theme: most cameras cannot read inverted codes. */}
          <QRCode
            aria-label={t('screenLink.qrCode')}
            value={url}
            size={176}
            type="svg"
            errorLevel="M"
            color="#000000"
            bgColor="#ffffff"
            style={{ borderColor: colors.colorBorder }}
          />
          <div className={styles.info}>
            <Copyable label={t('screenLink.address')} text={url} />
            {isEmbeddable && <Copyable label={t('screenLink.embedCode')} text={embedCode(url)} />}
          </div>
        </div>
      </Flex>
    </Modal>
  )
}
