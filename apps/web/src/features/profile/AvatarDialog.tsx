import { RotateLeftOutlined, RotateRightOutlined } from '@ant-design/icons'
import { profile } from '@fleetdeck/contract/profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Modal, Slider } from 'antd'
import { useEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { inBackground, showFailure, showSuccess } from '../../api/feedback.ts'
import { uploadTo } from '../../api/upload-file.ts'
import { loadRights } from '../../app/session/rights.ts'
import { useText } from '../../ground/language.ts'
import { avatarPx, cropImage, toPng } from './crop-image.ts'
import { useImageFile } from './use-image-file.tsx'

const start = { crop: { x: 0, y: 0 }, zoom: 1, rotation: 0 }

/** Selects, moves, zooms and rotates a picture, with a preview. */
export function AvatarDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const image = useImageFile(() => showFailure(t('profile.avatarType')))
  const [view, setView] = useState(start)
  const [area, setArea] = useState<Area>()
  const turn = (degrees: number) =>
    setView({ ...view, rotation: ((view.rotation + degrees + 540) % 360) - 180 })

  const save = useMutation({
    mutationFn: async () => {
      if (!image.address || !area) return
      const form = new FormData()
      form.append('avatarfile', await toPng(await cropImage(image.address, area, view.rotation)))
      await uploadTo(profile.avatar, form)
    },
    onSuccess: async () => {
      showSuccess(t('common.saved'))
      onClose()
      await client.invalidateQueries({ queryKey: [profile.own.path] })
      await loadRights()
    },
  })
  return (
    <Modal
      open
      title={t('profile.avatarTitle')}
      width={640}
      onCancel={onClose}
      okText={t('common.save')}
      okButtonProps={{ disabled: !image.address, loading: save.isPending }}
      onOk={() => save.mutate()}
    >
      <div className="crop">
        <div className="crop-stage">
          {image.address ? (
            <Cropper
              image={image.address}
              aspect={1}
              {...view}
              maxZoom={4}
              onCropChange={(crop) => setView({ ...view, crop })}
              onZoomChange={(zoom) => setView({ ...view, zoom })}
              onCropComplete={(_, pixels) => setArea(pixels)}
            />
          ) : (
            <Button onClick={image.choose}>{t('profile.chooseImage')}</Button>
          )}
        </div>
        <Preview address={image.address} area={area} rotation={view.rotation} label={t('profile.preview')} />
      </div>
      {image.address && (
        <Flex gap={12} align="center" wrap className="crop-tools">
          <Button onClick={image.choose}>{t('profile.chooseImage')}</Button>
          <Button
            icon={<RotateLeftOutlined />}
            aria-label={t('profile.rotateLeft')}
            onClick={() => turn(-90)}
          />
          <Button
            icon={<RotateRightOutlined />}
            aria-label={t('profile.rotateRight')}
            onClick={() => turn(90)}
          />
          <CropSlider
            label={t('profile.zoom')}
            range={[1, 4, 0.05]}
            value={view.zoom}
            onChange={(zoom) => setView({ ...view, zoom })}
          />
          <CropSlider
            label={t('profile.rotation')}
            range={[-180, 180, 1]}
            value={view.rotation}
            onChange={(rotation) => setView({ ...view, rotation })}
          />
        </Flex>
      )}
      {image.input}
    </Modal>
  )
}

interface CropSliderProps {
  label: string
  range: [min: number, max: number, step: number]
  value: number
  onChange: (value: number) => void
}

function CropSlider({ label, range: [min, max, step], value, onChange }: CropSliderProps) {
  return (
    <div className="crop-slider">
      <span>{label}</span>
      <Slider min={min} max={max} step={step} value={value} onChange={onChange} ariaLabelForHandle={label} />
    </div>
  )
}

interface PreviewProps {
  address: string | undefined
  area: Area | undefined
  rotation: number
  label: string
}

/** The avatar at its stored size. */
function Preview({ address, area, rotation, label }: PreviewProps) {
  const place = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!address || !area) return
    let wanted = true
    inBackground(
      cropImage(address, area, rotation).then((canvas) => {
        const context = place.current?.getContext('2d')
        if (!wanted || !context) return
        context.clearRect(0, 0, avatarPx, avatarPx)
        context.drawImage(canvas, 0, 0)
      }),
    )
    return () => {
      wanted = false
    }
  }, [address, area, rotation])
  return (
    <figure className="crop-preview">
      <canvas ref={place} width={avatarPx} height={avatarPx} />
      <figcaption>{label}</figcaption>
    </figure>
  )
}
