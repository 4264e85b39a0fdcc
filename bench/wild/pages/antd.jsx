import { Button, Collapse, Drawer, Dropdown, Modal, Pagination, Select, Steps, Table, Tabs } from 'antd';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { named, names } from './words.ts';

function Demo() {
  const [open, setOpen] = useState('');
  const [step, setStep] = useState(0);
  const [page, setPage] = useState(1);
  return (
    <main>
      <h1>Components</h1>
      <Tabs
        destroyOnHidden
        items={[0, 1, 2].map((at) => ({
          key: String(at),
          label: `Tab ${'ABC'[at]}`,
          children: `Content of the ${named(300 + at)}`,
        }))}
      />
      <Collapse
        items={[0, 1].map((at) => ({
          key: at,
          label: `Panel ${'AB'[at]}`,
          children: <p>{`Panel of the ${named(310 + at)}`}</p>,
        }))}
      />
      <Dropdown trigger={['click']} menu={{ items: names(320, 3).map((label) => ({ key: label, label })) }}>
        <Button>Choose</Button>
      </Dropdown>
      <Button onClick={() => setOpen('modal')}>Open modal</Button>
      <Modal title="Modal" open={open === 'modal'} onOk={() => setOpen('')} onCancel={() => setOpen('')}>
        <p>{`Modal of the ${named(330)}`}</p>
      </Modal>
      <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
      <Drawer title="Drawer" open={open === 'drawer'} onClose={() => setOpen('')}>
        <p>{`Drawer of the ${named(331)}`}</p>
      </Drawer>
      <Select
        defaultValue="one"
        style={{ width: 120 }}
        options={names(340, 3).map((value) => ({ value, label: value }))}
      />
      <Steps
        current={step}
        onChange={setStep}
        items={[{ title: 'First' }, { title: 'Second' }, { title: 'Third' }]}
      />
      <p>{`Step of the ${named(350 + step)}`}</p>
      <Table
        columns={[
          { title: 'Name', dataIndex: 'name', sorter: (a, b) => a.name.localeCompare(b.name) },
          { title: 'Number', dataIndex: 'key' },
        ]}
        dataSource={names(360, 35).map((name, key) => ({ key, name }))}
      />
      <p>{`Sheet of the ${named(400 + page)}`}</p>
      <Pagination current={page} total={50} onChange={setPage} />
    </main>
  );
}

createRoot(document.getElementById('root')).render(<Demo />);
