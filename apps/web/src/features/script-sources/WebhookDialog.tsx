import type { DataOf } from '@fleetdeck/contract/endpoint'
import type { scriptSources } from '@fleetdeck/contract/script-sources'
import { Descriptions, Flex, Modal } from 'antd'
import { CopyText } from '../../components/CopyText.tsx'
import { useText } from '../../ground/language.ts'
import styles from './script-sources.module.css'

interface WebhookDialogProps {
  hook: DataOf<typeof scriptSources.webhook>
  onClose: () => void
}

/** What has to be entered at the provider. */
export function WebhookDialog({ hook, onClose }: WebhookDialogProps) {
  const t = useText()
  const items = [
    {
      key: 'address',
      label: t('scriptSource.webhookAddress'),
      children: <CopyText text={`${location.origin}${hook.path}`} />,
    },
    { key: 'secret', label: t('scriptSource.webhookSecret'), children: <CopyText text={hook.secret} /> },
  ]
  return (
    <Modal open width={720} title={t('scriptSource.webhook')} footer={null} onCancel={onClose}>
      <Flex vertical gap={12}>
        <p className={styles.hint}>{t('scriptSource.webhookHint')}</p>
        <Descriptions size="small" bordered column={1} items={items} />
        <p className={styles.hint}>{t('scriptSource.webhookNoAddress')}</p>
      </Flex>
    </Modal>
  )
}
