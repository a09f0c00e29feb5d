import { LockOutlined } from '@ant-design/icons'
import { guardedPermission } from '@fleetdeck/contract/parameter-rows'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CopyText } from '../../components/CopyText.tsx'
import panels from '../../components/panels/panels.module.css'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import type { BackupList } from './backup-list.ts'
import { KeyPair } from './KeyPair.tsx'

/** For whom new backups are encrypted. */
export function Encryption({ data, reload }: { data: BackupList; reload: () => unknown }) {
  const t = useText()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const maySet = useMay(siteConfig.list.permission)
  const mayUpdate = useMay(siteConfig.update.permission)
  const mayGuarded = useMay(guardedPermission)
  const { recipients, hasPassphrase } = data.encryption
  const isPlain = recipients.length === 0 && !hasPassphrase
  return (
    <section className={panels.card} aria-label={t('backup.encryption')}>
      <div className={panels.cardHead}>
        <h2>
          {!isPlain && <LockOutlined />} {t('backup.encryption')}
        </h2>
        <span className={panels.headTools}>
          {maySet && <Button onClick={() => navigate('/site/config')}>{t('/site/config')}</Button>}
          {mayUpdate && mayGuarded && (
            <Button onClick={() => setCreating(true)}>{t('backup.createKeys')}</Button>
          )}
        </span>
      </div>
      <div className={panels.page}>
        {isPlain && <Alert type="warning" showIcon title={t('backup.encryptionNone')} />}
        {hasPassphrase && t('backup.encryptionPassphrase')}
        {recipients.length > 0 && (
          <div>
            {t('backup.encryptionRecipients')}
            {recipients.map((recipient) => (
              <div key={recipient} style={{ overflowWrap: 'anywhere' }}>
                <CopyText text={recipient} />
              </div>
            ))}
          </div>
        )}
        {!isPlain && <small>{t('backup.encryptionEarlier')}</small>}
      </div>
      {isCreating && (
        <KeyPair
          present={recipients}
          onClose={(isSaved) => {
            setCreating(false)
            if (isSaved) reload()
          }}
        />
      )}
    </section>
  )
}
