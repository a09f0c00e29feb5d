import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import {
  Badge,
  Button,
  Checkbox,
  Col,
  ConfigProvider,
  Dropdown,
  Form,
  Input,
  Menu,
  Pagination,
  Popover,
  Row,
  Segmented,
  Select,
  Skeleton,
  Spin,
  Table,
  Tag,
  type ThemeConfig,
  Tooltip,
} from 'antd'
import { renderToString } from 'react-dom/server'
import { defaultThemeColor } from '../src/ground/constants.ts'
import { buildPalette } from '../src/ground/theme/palette.ts'
import { themeConfig } from '../src/ground/theme/theme-config.ts'

/** The components that the sign-in page, the frame of the console, home and lists consist of. */
function FirstParts() {
  return (
    <>
      <Form>
        <Row>
          <Col>
            <Form.Item>
              <Input />
              <Input.Password />
              <Input.Search />
              <Checkbox />
              <Button />
            </Form.Item>
          </Col>
        </Row>
      </Form>
      <Menu items={[]} />
      <Badge />
      <Tooltip />
      <Popover />
      <Dropdown menu={{}}>
        <i />
      </Dropdown>
      <Segmented options={[]} />
      <Select />
      <Skeleton />
      <Spin />
      <Table />
      <Pagination />
      <Tag />
    </>
  )
}

/**
 * The styles of the components that everybody sees first, as antd would write them in the browser. Colours and sizes
 * are CSS variables in them, so that they fit every theme. The last rule shows antd which of them it need not write.
 */
export function antdStyles(theme: ThemeConfig): string {
  const cache = createCache()
  renderToString(
    <StyleProvider cache={cache}>
      <ConfigProvider theme={theme}>
        <FirstParts />
      </ConfigProvider>
    </StyleProvider>,
  )
  return extractStyle(cache, { plain: true, types: 'style' })
}

/** The theme of a browser in which nobody has chosen one. */
export const firstPalette = buildPalette(defaultThemeColor, false)
export const firstTheme = themeConfig(firstPalette, { isDark: false, size: 'medium', motion: true })

/** The same for every theme. */
export const firstPageStyles = () => antdStyles(firstTheme)
