import { guestPagePath } from '@fleetdeck/contract/guest-page'
import { Alert, Button, Flex, Modal } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from '../enrol/enrol.module.css'
import { Copyable, ScanOrCopy } from '../enrol/ScanOrCopy.tsx'

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
        <ScanOrCopy label={t('screenLink.qrCode')} value={url}>
          <Copyable label={t('screenLink.address')} text={url} />
          {isEmbeddable && <Copyable label={t('screenLink.embedCode')} text={embedCode(url)} />}
        </ScanOrCopy>
      </Flex>
    </Modal>
  )
}
