import { type ScriptSource, scriptSources } from '@fleetdeck/contract/script-sources'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Form } from 'antd'
import { call } from '../../api/call.ts'
import { CommitText } from '../../components/script-file/CommitText.tsx'
import { listText, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { FailureText } from './FailureText.tsx'

const fields = ['address', 'branch', 'folder', 'authKind', 'secret', 'knownHosts'] as const
const mostNames = 8

/** Reads the repository as it is entered, before it is saved. */
export function CheckAccess({ source }: { source: ScriptSource | undefined }) {
  const t = useText()
  const form = Form.useFormInstance()
  const mayCheck = useMay(scriptSources.check.permission)
  const check = useMutation({
    mutationFn: async () => {
      const values = await form.validateFields([...fields])
      const body = Object.fromEntries(fields.map((name) => [name, values[name] ?? '']))
      return call(scriptSources.check, { body: { ...(source && { id: source.id }), ...body } as never })
    },
    onSuccess: ({ knownHosts }) => {
      if (knownHosts !== '' && !form.getFieldValue('knownHosts')) form.setFieldValue('knownHosts', knownHosts)
    },
  })
  if (!mayCheck) return null
  const { data } = check
  return (
    <Flex vertical gap={8} align="start" style={{ marginBottom: 16 }}>
      <Button loading={check.isPending} onClick={() => check.mutate()}>
        {t('scriptSource.check')}
      </Button>
      {data?.failure && (
        <Alert
          type="error"
          showIcon
          style={{ width: '100%' }}
          title={t('scriptSource.checkFailed')}
          description={<FailureText failure={data.failure} detail={data.detail} />}
        />
      )}
      {data?.commit && (
        <Alert
          type="success"
          showIcon
          style={{ width: '100%' }}
          title={t('scriptSource.checked', { count: data.scripts.length })}
          description={
            <>
              <div>
                <CommitText commit={data.commit} />
              </div>
              {listText(data.scripts.slice(0, mostNames))}
              {data.scripts.length > mostNames && ' …'}
            </>
          }
        />
      )}
    </Flex>
  )
}
