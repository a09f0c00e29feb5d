import { ownFactors, type Passkey } from '@fleetdeck/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Typography } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import { passkeyObstacle } from '../sign-in/passkeys.ts'
import { AccessItem } from '../user-access/AccessItem.tsx'
import { useEndAccess } from '../user-access/use-end-access.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { usedText } from './used-text.ts'

interface PasskeyListProps {
  passkeys: Passkey[]
  onAdded: (made: { recoveryCodes: string[] }) => Promise<void>
  onChanged: () => Promise<void>
}

/** Passkeys of the caller, and why none can be added here if that is so. */
export function PasskeyList({ passkeys, onAdded, onChanged }: PasskeyListProps) {
  const t = useText()
  const { passkeyHost } = useSite()
  const [isOpen, setOpen] = useState(false)
  const obstacle = passkeyObstacle(passkeyHost)
  return (
    <>
      <h3>{t('factor.passkeys')}</h3>
      <p className="login-hint">{t('factor.passkeysHint')}</p>
      <ul className="access-list">
        {passkeys.map((passkey) => (
          <OwnPasskey key={passkey.id} passkey={passkey} onChanged={onChanged} />
        ))}
      </ul>
      {obstacle && (
        <Alert
          type="info"
          showIcon
          title={t(`factor.${obstacle}`, { host: passkeyHost ?? '' })}
          style={{ marginBottom: 12 }}
        />
      )}
      <Button disabled={obstacle !== undefined} onClick={() => setOpen(true)}>
        {t('factor.passkeyAdd')}
      </Button>
      {isOpen && (
        <PasskeyDialog
          onClose={() => setOpen(false)}
          onAdded={async (made) => {
            setOpen(false)
            await onAdded(made)
          }}
        />
      )}
    </>
  )
}

function OwnPasskey({ passkey, onChanged }: { passkey: Passkey; onChanged: () => Promise<void> }) {
  const t = useText()
  const endAccess = useEndAccess()
  const { id, passkeyName } = passkey
  const rename = useMutation({
    mutationFn: (name: string) => call(ownFactors.renamePasskey, { body: { id, passkeyName: name } }),
    onSuccess: onChanged,
  })
  const remove = () =>
    endAccess({
      title: t('factor.passkeyRemoveQuestion', { name: passkeyName }),
      hint: t('factor.removeHint'),
      okText: t('factor.passkeyRemove'),
      done: () => t('factor.passkeyRemoved'),
      end: async () => {
        await call(ownFactors.removePasskey, { query: { id } })
        await onChanged()
      },
    })
  const edit = {
    maxLength: 50,
    tooltip: t('factor.passkeyRename'),
    onChange: (name: string) => {
      if (name.trim() !== '' && name !== passkeyName) rename.mutate(name)
    },
  }
  return (
    <AccessItem
      name={<Typography.Text editable={edit}>{passkeyName}</Typography.Text>}
      details={[usedText(t, passkey)]}
      action={{ label: t('factor.passkeyRemove'), run: remove }}
    />
  )
}
