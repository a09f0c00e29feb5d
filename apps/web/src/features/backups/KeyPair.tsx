import { siteConfig } from '@fleetdeck/contract/site-config'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Tooltip } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { saveBlob } from '../../api/download.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'

interface Pair {
  identity: string
  recipient: string
}

/** In this browser: the server never sees the private key. The library is only loaded for this. */
async function generatePair(): Promise<Pair> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** As age-keygen writes it. */
const identityFile = ({ identity, recipient }: Pair) =>
  `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`

interface KeyPairProps {
  /** The public keys that the site has. */
  present: string[]
  onClose: (isSaved: boolean) => void
}

/** A new key pair, whose public key may be used once the private key was downloaded. */
export function KeyPair({ present, onClose }: KeyPairProps) {
  const t = useText()
  const id = useId()
  const [isStored, setStored] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { data: pair, error } = useQuery({
    queryKey: ['new-key-pair', id],
    queryFn: generatePair,
    staleTime: Infinity,
    gcTime: 0,
    meta: { silent: true },
  })
  const store = () => {
    if (!pair) return
    saveBlob(new Blob([identityFile(pair)], { type: 'text/plain' }), 'fleetdeck-backup-key.txt')
    setStored(true)
  }
  const use = () => {
    if (!pair) return
    setSaving(true)
    const values = { 'sys.backup.recipients': [...present, pair.recipient].join(' ') }
    shown(call(siteConfig.update, { body: { values } }))
      .then(() => {
        showSuccess(t('backup.keyUsed'))
        onClose(true)
      })
      .catch(() => setSaving(false))
  }
  return (
    <Modal
      open
      title={t('backup.keysTitle')}
      onCancel={() => onClose(false)}
      mask={{ closable: false }}
      footer={[
        <Button key="store" type={isStored ? 'default' : 'primary'} disabled={!pair} onClick={store}>
          {t('backup.saveKey')}
        </Button>,
        <Tooltip key="use" title={isStored ? '' : t('backup.useKeyFirst')}>
          <Button
            type={isStored ? 'primary' : 'default'}
            disabled={!isStored}
            loading={isSaving}
            onClick={use}
          >
            {t('backup.useKey')}
          </Button>
        </Tooltip>,
      ]}
    >
      <p>{t('backup.keysHint')}</p>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => onClose(false)} />}
      {pair && (
        <Form layout="vertical">
          <Form.Item label={t('backup.publicKey')} htmlFor={`${id}-public`}>
            <Input.TextArea id={`${id}-public`} readOnly autoSize value={pair.recipient} />
          </Form.Item>
          <Form.Item label={t('backup.privateKey')} htmlFor={`${id}-private`}>
            <Input.TextArea id={`${id}-private`} readOnly autoSize value={pair.identity} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
