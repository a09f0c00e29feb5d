import {
  isSshAddress,
  type ScriptSource,
  ScriptSourceDraft,
  SourceAuth,
  SourceProvider,
} from '@fleetdeck/contract/script-sources'
import { Form, Input, Radio, Select, Switch } from 'antd'
import { FormColumns } from '../../components/FormColumns.tsx'
import { StatusField } from '../../components/StatusField.tsx'
import { PlatformField } from '../../components/script-file/PlatformField.tsx'
import { NumberField, OwnerField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { CheckAccess } from './CheckAccess.tsx'
import styles from './script-sources.module.css'
import { TestPhonesField } from './TestPhonesField.tsx'

/** Names of products. */
const providerNames = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' }

interface Props {
  /** Undefined for a new one. */
  source: ScriptSource | undefined
}

function AccessFields({ source }: Props) {
  const t = useText()
  const kind = (Form.useWatch('authKind') ?? source?.authKind ?? 'none') as SourceAuth
  const address = String(Form.useWatch('address') ?? '')
  const isKept = source?.hasSecret && source.authKind === kind
  const kept = isKept && { placeholder: t('scriptSource.secretKept') }
  return (
    <>
      <Form.Item name="authKind" label={t('scriptSource.access')}>
        <Radio.Group
          optionType="button"
          options={SourceAuth.options.map((value) => ({ value, label: t(`scriptSource.access.${value}`) }))}
        />
      </Form.Item>
      {kind === 'token' && (
        <Form.Item name="secret" label={t('scriptSource.token')} extra={t('scriptSource.tokenHint')}>
          <Input.Password maxLength={2000} autoComplete="new-password" {...kept} />
        </Form.Item>
      )}
      {kind === 'sshKey' && (
        <Form.Item name="secret" label={t('scriptSource.sshKey')} extra={t('scriptSource.sshKeyHint')}>
          <Input.TextArea
            rows={4}
            maxLength={20_000}
            spellCheck={false}
            autoComplete="off"
            style={{ fontFamily: 'monospace' }}
            placeholder={isKept ? t('scriptSource.secretKept') : '-----BEGIN OPENSSH PRIVATE KEY-----'}
          />
        </Form.Item>
      )}
      {(kind === 'sshKey' || isSshAddress(address)) && (
        <TextAreaField
          draft={ScriptSourceDraft}
          name="knownHosts"
          label={t('scriptSource.knownHosts')}
          hint={t('scriptSource.knownHostsHint')}
          autoSize={{ minRows: 1, maxRows: 4 }}
        />
      )}
    </>
  )
}

function PullFields({ source }: Props) {
  const t = useText()
  const provider = (Form.useWatch('provider') ?? source?.provider ?? 'other') as SourceProvider
  return (
    <>
      <h3 className={styles.section}>{t('scriptSource.pullSection')}</h3>
      <p className={styles.hint}>{t('scriptSource.pullHint')}</p>
      <TestPhonesField known={source?.testPhones ?? []} />
      <Form.Item name="provider" label={t('scriptSource.provider')}>
        <Select
          options={SourceProvider.options.map((value) => ({
            value,
            label: value === 'other' ? t('scriptSource.provider.other') : providerNames[value],
          }))}
        />
      </Form.Item>
      {provider !== 'other' && (
        <>
          <TextField
            draft={ScriptSourceDraft}
            name="apiAddress"
            label={t('scriptSource.apiAddress')}
            hint={t('scriptSource.apiAddressHint')}
          />
          <Form.Item
            name="apiToken"
            label={t('scriptSource.apiToken')}
            extra={t('scriptSource.apiTokenHint')}
          >
            <Input.Password
              maxLength={2000}
              autoComplete="new-password"
              {...(source?.hasApiToken && { placeholder: t('scriptSource.secretKept') })}
            />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="triesForks"
        label={t('scriptSource.triesForks')}
        extra={t('scriptSource.triesForksHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  )
}

/** The form of a repository. */
export function RepositoryFields({ source }: Props) {
  const t = useText()
  return (
    <>
      <TextField draft={ScriptSourceDraft} name="sourceName" label={t('scriptSource.name')} autoFocus />
      <TextField
        draft={ScriptSourceDraft}
        name="address"
        label={t('scriptSource.address')}
        hint={t('scriptSource.addressHint')}
        spellCheck={false}
      />
      <FormColumns>
        <TextField
          draft={ScriptSourceDraft}
          name="branch"
          label={t('scriptSource.branch')}
          spellCheck={false}
        />
        <TextField
          draft={ScriptSourceDraft}
          name="folder"
          label={t('scriptSource.folder')}
          hint={t('scriptSource.folderHint')}
          spellCheck={false}
        />
      </FormColumns>
      <AccessFields source={source} />
      <CheckAccess source={source} />
      <FormColumns>
        <PlatformField />
        <NumberField
          draft={ScriptSourceDraft}
          name="intervalMinutes"
          label={t('scriptSource.interval')}
          hint={t('scriptSource.intervalHint')}
        />
      </FormColumns>
      {!source && <OwnerField label={t('scriptSource.owner')} hint={t('scriptSource.ownerHint')} />}
      <PullFields source={source} />
      <StatusField />
    </>
  )
}
