import { type Computer, computers } from '@fleetdeck/contract/computers'
import { invitationText, newInvitation } from '@fleetdeck/contract/pairing-invitation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input, Modal, QRCode, Spin, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { shown } from '../../api/feedback.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { pause } from '../../ground/growing-pause.ts'
import { useText } from '../../ground/language.ts'
import styles from './computers.module.css'

type Named = Pick<Computer, 'id' | 'computerName'>
/** How often the computer waits for a phone with the same QR code: two minutes. */
const rounds = 8
/** The server refuses the same call twice within a second. */
const betweenMs = 1200
/** As phones show it: `192.168.1.23:37123`, `[fe80::1]:37123`. */
const addressForm = /^\[?([\d.]+|[\da-f:.]*:[\da-f:.]*)\]?:(\d{1,5})$/i

/** Pairs a phone with wireless debugging, by a QR code or by the code that the phone shows. */
export function PairPhone({ computer, onClose }: { computer: Named; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      open
      title={t('computer.pairTitle', { name: computer.computerName })}
      footer={null}
      onCancel={onClose}
    >
      <Tabs
        destroyOnHidden
        items={[
          { key: 'qr', label: t('computer.pairByQr'), children: <ByQr computer={computer} /> },
          { key: 'code', label: t('computer.pairByCode'), children: <ByCode computer={computer} /> },
        ]}
      />
    </Modal>
  )
}

function ByQr({ computer: { id } }: { computer: Named }) {
  const t = useText()
  const [invitation, setInvitation] = useState(newInvitation)
  const { data: phone, error } = useQuery({
    queryKey: [computers.command.path, id, invitation.name],
    queryFn: async ({ signal }) => {
      for (let round = 0; round < rounds; round += 1) {
        const body = { id, command: { type: 'pairByQr', invitation } } as const
        const { paired } = await call(computers.command, { body, signal })
        if (paired !== undefined) return paired
        await pause(betweenMs, signal)
      }
      return ''
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  const again = () => setInvitation(newInvitation())
  if (error) return <ErrorState title={t('computer.pair')} error={error} onRetry={again} />
  if (phone === '')
    return (
      <Alert
        type="warning"
        showIcon
        role="status"
        title={t('computer.pairNobody')}
        action={
          <Button size="small" onClick={again}>
            {t('computer.pairAgain')}
          </Button>
        }
      />
    )
  if (phone !== undefined) return <Paired phone={phone} />
  return (
    <div className={styles.pairing}>
      <Steps last={t('computer.pairStep.qr')} />
      {/* Dark on light even in the dark theme: most cameras cannot read inverted codes. */}
      <QRCode
        aria-label={t('computer.pairByQr')}
        value={invitationText(invitation)}
        size={208}
        type="svg"
        errorLevel="M"
        color="#000000"
        bgColor="#ffffff"
      />
      <Flex gap={8} align="center" role="status">
        <Spin size="small" /> {t('computer.pairWaiting')}
      </Flex>
    </div>
  )
}

function ByCode({ computer: { id } }: { computer: Named }) {
  const t = useText()
  const { mutate, data, isPending } = useMutation({
    mutationFn: ({ address, code }: { address: string; code: string }) => {
      const [, host = '', port] = addressForm.exec(address.trim()) ?? []
      const command = { type: 'pairByCode', host, port: Number(port), code: code.trim() } as const
      return shown(call(computers.command, { body: { id, command } }))
    },
    meta: { silent: true },
  })
  if (data?.paired !== undefined) return <Paired phone={data.paired} />
  const rule = (pattern: RegExp, message: string) => ({
    required: true,
    message,
    validator: (_: unknown, value: string = '') =>
      pattern.test(value.trim()) ? Promise.resolve() : Promise.reject(new Error(message)),
  })
  return (
    <div className={styles.pairing}>
      <Steps last={t('computer.pairStep.code')} />
      <Form layout="vertical" className={styles.pairingForm} onFinish={mutate}>
        <Form.Item
          name="address"
          label={t('computer.pairAddress')}
          validateTrigger="onBlur"
          rules={[rule(addressForm, t('computer.phoneAddress'))]}
        >
          <Input autoFocus maxLength={60} placeholder="192.168.1.23:37123" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="code"
          label={t('computer.pairByCode')}
          validateTrigger="onBlur"
          rules={[rule(/^\d{6}$/, t('computer.pairingCode'))]}
        >
          <Input maxLength={10} inputMode="numeric" placeholder="123456" autoComplete="off" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t('computer.pair')}
        </Button>
      </Form>
    </div>
  )
}

function Steps({ last }: { last: ReactNode }) {
  const t = useText()
  return (
    <ol className={styles.steps}>
      <li>{t('computer.pairStep.network')}</li>
      <li>{t('computer.pairStep.debugging')}</li>
      <li>{last}</li>
    </ol>
  )
}

function Paired({ phone }: { phone: string }) {
  const t = useText()
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('computer.paired', { phone })}
      description={t('computer.pairedHint')}
    />
  )
}
