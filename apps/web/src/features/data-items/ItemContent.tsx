import { PictureOutlined } from '@ant-design/icons'
import { type DataItem, dataItems } from '@fleetdeck/contract/data-items'
import { useQuery } from '@tanstack/react-query'
import { Button, Image } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { imageAddress, imageTypeOf } from '../../components/Base64Image.tsx'
import { byteText } from '../../components/byte-text.ts'
import { CutText } from '../../components/CutText.tsx'
import { useText } from '../../ground/language.ts'

/** An image that a script has stored, loaded when it is opened. */
function StoredImage({ item }: { item: DataItem }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { data, isFetching } = useQuery({
    queryKey: [dataItems.one.path, 'image', item.id, item.gmtModified],
    queryFn: ({ signal }) => call(dataItems.one, { query: { id: item.id }, signal }),
    enabled: isOpen,
  })
  return (
    <>
      <Button
        size="small"
        icon={<PictureOutlined />}
        loading={isOpen && isFetching}
        onClick={() => setOpen(true)}
      >
        {t('dataItem.image', { size: byteText(item.contentLength * 0.75) })}
      </Button>
      {data && isOpen && (
        <Image
          style={{ display: 'none' }}
          src={imageAddress(data.content)}
          alt={item.name}
          preview={{ open: true, onOpenChange: setOpen }}
        />
      )}
    </>
  )
}

/** The beginning of a text, or a button that opens an image. */
export function ItemContent({ item }: { item: DataItem }) {
  const isImage = imageTypeOf(item.content) && item.contentLength > item.content.length
  return isImage ? <StoredImage item={item} /> : <CutText text={item.content} width={220} />
}
