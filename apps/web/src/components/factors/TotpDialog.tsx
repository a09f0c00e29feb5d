import { ownFactors, totpDigits } from '@fleetdeck/contract/second-factor'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Flex, Form, Modal, QRCode, Skeleton } from 'antd'
import { useEffect, useId } from 'react'
import { call } from '../../api/call.ts'
import { showError } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { useText } from '../../ground/language.ts'
import { CopyText } from '../CopyText.tsx'
import { CodeInput } from '../sign-in/CodeInput.tsx'

interface TotpDialogProps {
  onAdded: (made: { recoveryCodes: string[] }) => Promise<void>
  onClose: () => void
}

/** Scan, then enter a code: an app that shows wrong codes would lock its user out. */
export function TotpDialog({ onAdded, onClose }: TotpDialogProps) {
  const t = useText()
  const id = useId()
  const [form] = Form.useForm<{ code: string }>()
  const { data, error } = useQuery({
    queryKey: [ownFactors.startTotp.path],
    queryFn: () => call(ownFactors.startTotp),
    // Each call makes another secret.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  })
  useEffect(() => {
    if (!error) return
    showError(error)
    onClose()
  }, [error, onClose])
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call(ownFactors.confirmTotp, { body }),
    meta: { silent: true },
    onSuccess: onAdded,
    onError: (failure) => {
      form.setFields([{ name: 'code', errors: [errorMessage(failure)] }])
      form.focusField('code')
    },
  })
  return (
    <Modal
      open
      width={440}
      title={t('factor.appAdd')}
      okText={t('factor.confirm')}
      okButtonProps={{ htmlType: 'submit', form: id, loading: confirm.isPending, disabled: !data }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {data ? (
        <>
          <p>{t('factor.scan')}</p>
          <Flex vertical align="center" gap={8}>
            {/* Scanners need dark on light, in the dark theme too. */}
            <QRCode value={data.uri} color="#000000" bgColor="#ffffff" size={200} />
            <CopyText text={data.secret}>
              <code className="factor-secret">{data.secret.match(/.{1,4}/g)?.join(' ')}</code>
            </CopyText>
          </Flex>
          <Form form={form} id={id} layout="vertical" requiredMark={false} onFinish={confirm.mutate}>
            <Form.Item
              name="code"
              label={t('factor.enterCode')}
              rules={[{ required: true, whitespace: true, message: t('factor.codeRequired') }]}
            >
              <CodeInput isTotp placeholder={'0'.repeat(totpDigits)} />
            </Form.Item>
          </Form>
        </>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}
