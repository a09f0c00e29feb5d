import type { ScriptApiCatalogue } from './en.ts'

export const zhcn: ScriptApiCatalogue = {
  calls: {
    sleep: '等待指定的时间',
    logd: '写入手机日志和运行日志，级别为调试',
    logi: '写入日志。每秒超过 100 行时脚本会变慢。',
    logw: '写入日志，级别为警告',
    loge: '写入日志，级别为错误',
    setTimeout: '与浏览器相同，同时最多 10000 个定时器',
    setInterval: '与浏览器相同',
    clearTimeout: '与浏览器相同',
    clearInterval: '与浏览器相同',
    'console.debug': '同 logd',
    'console.log': '同 logi',
    'console.info': '同 logi',
    'console.warn': '同 logw',
    'console.error': '同 loge',
    'device.size': '屏幕在当前方向下的尺寸',
    'device.tap': '点击屏幕',
    'device.longTap': '长按屏幕',
    'device.swipe': '从一点滑动到另一点',
    'device.text': '在光标处输入文字',
    'device.key': '按下按键',
    'device.screenshot': '屏幕截图，base64 编码的 JPEG',
    'device.color': '一个像素的颜色：#rrggbb',
    'device.findColor': '逐行搜索第一个颜色相符的像素，没有则为 null',
    'device.cut': '截取屏幕的一部分，base64 编码的 PNG。可存入共享数据等处，供以后搜索。',
    'device.findPicture': '第一处相符图片的中心和尺寸，没有则为 null',
    'device.texts': '屏幕上的文字',
    'device.findText': '第一个包含指定文字的文本中心，没有则为 null',
    'device.parts': '屏幕上带有文字或 ID 的元素',
    'device.findId':
      '第一个具有该 ID 的元素中心，可写 com.example.shop:id/buy，或简写 buy；没有则为 null。模拟手机的 ID 如 home:id/counter、counter:id/plus。',
    'device.can': '这台手机目前能否做到某项功能',
    'device.launch': '按 ID 打开应用。模拟手机也可用应用名称。',
    'device.shell': '命令行的输出。真实手机的输出超过 1 MB 时省略中间部分并注明。',
    'device.status': '电量、内存等心跳中的数值',
    'device.clipboard': '剪贴板中的文字',
    'device.setClipboard': '将文字复制到剪贴板',
    'ecloud.log': '同 logi',
    'ecloud.getDeviceNo': '设备编号，未分配时为空',
    'ecloud.getDeviceId': '手机的硬件 ID',
    'ecloud.getCloudUrl': '服务器地址',
    'ecloud.getTaskInfo': '任务、运行和参数',
    'ecloud.removeScriptFile': '删除缓存的脚本文件，下次运行重新下载',
    'ecloud.getData': '分组中的数据项',
    'ecloud.getDataPop': '取出数据项的内容，同时从分组中删除',
    'ecloud.addData': '新增数据项，分组不存在时自动创建',
    'ecloud.updateData': '替换数据项的内容',
    'ecloud.removeData': '删除一个数据项，或分组中的全部数据项',
    'ecloud.appendOneLineData': '在数据项的内容后追加一行',
    'ecloud.removeOneLineData': '从数据项的内容中删除一行',
    'ecloud.leaseData': '在一段时间内领用数据项，未按时确认的会退回分组',
    'ecloud.ackData': '确认并删除领用的数据项',
    'ecloud.returnData': '将领用的数据项退回分组',
    'ecloud.dynamicCreateTable': '创建或修改动态表，未列出的列会被删除，所有列都是文本',
    'ecloud.dynamicQuery': '查询动态表的行',
    'ecloud.dynamicAdd': '新增一行',
    'ecloud.dynamicUpdate': '修改行',
    'ecloud.dynamicRemove': '删除行',
    'ecloud.addCache': '新增缓存键，已存在时返回 0',
    'ecloud.getCache': '缓存键的值，没有则为 null',
    'ecloud.updateCache': '替换已有缓存键的值',
    'ecloud.updateCacheExpire': '修改缓存键的过期时间',
    'ecloud.getCacheExpire': '剩余秒数，负数表示永不过期，0 表示不存在',
    'ecloud.removeCache': '删除缓存键',
    'ecloud.appendOneLineCache': '向集合或列表追加一行',
    'ecloud.removeOneLineCache': '从集合或列表中删除一行',
    'ecloud.incrementCache': '增加计数器（从 0 开始），返回新的值',
    'ecloud.decrementCache': '减少计数器，返回新的值',
    'ecloud.popPushCache': '从列表取出一行，并将它或其他内容追加到另一个列表。返回取出的行，没有则为 null。',
    'http.request': '调用外部服务器',
  },
  fields: {
    ms: '毫秒',
    timeout: '毫秒',
    'setTimeout.args': '传给函数的参数',
    'setInterval.args': '传给函数的参数',
    'device.text.words': '最多 10000 个字符',
    'ScreenshotOptions.scale': '尺寸百分比',
    'ScreenshotOptions.quality': '百分比',
    'Screenshot.jpeg': 'base64',
    'device.findPicture.picture': 'base64 编码的 PNG 或 JPEG，单位为屏幕像素',
    tolerance: '红、绿、蓝的最大差值',
    share: '图片中须相符的比例',
    'device.launch.app': '例如 com.example.shop',
    'PhoneStatus.battery': '百分比',
    'PhoneStatus.batteryTemp': '°C',
    'PhoneStatus.sdCardSpace': '字节',
    'PhoneStatus.sdCardLeftSpace': '字节',
    'PhoneStatus.totalMemory': '字节',
    'PhoneStatus.availMemory': '字节',
    'TaskInfo.valueJson': '按名称排列的参数，值为文本或文本列表',
    getType: '1 最早，2 最新，3 随机',
    size: '数据项数量',
    seconds: '退回之前的秒数',
    'DataItemQuery.dataName': '留空表示全部数据项',
    dataType: '1 文本，2 集合，3 列表',
    expireTime: '秒，留空表示永不过期',
    'TableQuery.pageNumber': '-1 表示全部行',
    'TableQuery.fields': '例如 name,age',
    'TableQuery.order': '例如 order by id desc',
    query: '条件，例如 and age > 20',
    search: '各列的值',
    'CacheMove.pushKey': '目标列表，不存在时自动创建',
    'HttpRequest.body': '非文本时以 JSON 发送，content-type 请自行设置',
  },
  capabilities: {
    pixels: '读取屏幕像素',
    elements: '读取屏幕元素',
    ocr: '在客户端电脑上识别文字',
    typing: '输入英文字母和符号',
    unicodeTyping: '输入任何语言，真实手机需要 scrcpy 或 ADBKeyboard',
    keys: '按键',
    pinch: '双指手势，真实手机需要 scrcpy',
    clipboard: '剪贴板，真实手机需要 scrcpy',
    apps: '打开和停止应用',
    links: '打开链接',
    intents: 'Android Intent',
    notifications: '其他应用的通知',
    rotation: '屏幕方向',
    brightness: '亮度',
    volume: '音量',
    wifi: '开关 Wi-Fi',
    screenPower: '开关屏幕',
    files: '手机上的文件',
    shell: '命令行',
  },
  missing: '默认 {0}',
  page: {
    intro: `# 脚本函数

脚本使用 JavaScript（ES2023），在手机的沙箱中运行，只能使用此处列出的函数。所有调用都是同步的：完成后才返回。错误以 \`Error\`
抛出，可以捕获。未捕获的错误使运行失败，并列在“脚本异常”中。参数有误时抛出的错误会说明有效值。

最后一条语句的值是运行结果。Promise 会等待完成，没有剩余的定时器和 Promise 时运行结束。任务限制运行的内存、栈和时间。超出限制时，
运行以 \`memory\`、可捕获的 \`InternalError: stack overflow\` 或 \`timeout\` 失败。暂停和停止在脚本的任何位置生效，包括调用进行中。

手机做不到的操作会抛出错误，可先用 \`device.can()\` 查询。每个调用都注明需要的功能。`,
    objects: {
      '': '全局函数',
      console: 'console',
      ecloud: `ecloud：任务和共享数据

数据调用只有一个对象参数，服务器拒绝时抛出服务器的消息。数据属于设备的所有者。\`dataKey\` 等同于 \`dataName\`。返回大于 0
的数字表示成功。动态表的调用返回 \`{ result: { data } }\`，出错时返回 \`{ result: { msg } }\`。

不存在的分组、缓存或动态表会抛出带名称的错误，其 \`code\` 为 \`notFound\`。只有 \`addData\` 和 \`addCache\` 会创建；计数器从 0
开始；\`removeData\` 和 \`removeCache\` 返回 0；\`getCache\` 返回 null。

连接不上服务器时，调用会等待并重试，直到服务器响应，时间以任务的设置为限（10 分钟，试运行也一样），每次修改只执行一次。超时后抛出错误，
说明服务器地址、原因和时间。运行的时限包括等待。`,
      device: `device：这台手机

位置以像素为单位，从屏幕左上角开始。`,
      http: `http：外部调用

只能访问站点参数 \`script.httpHosts\` 中的主机，重定向也一样。重定向到其他主机时只保留 accept 和 content-type。响应最多 8 MB。`,
    },
    capabilities: `手机功能

\`device.can(name)\` 返回这台手机目前能否做到。`,
    needs: '需要 {0}',
  },
}
