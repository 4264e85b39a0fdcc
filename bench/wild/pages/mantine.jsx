import '@mantine/core/styles.css';
import {
  Accordion,
  Button,
  Drawer,
  HoverCard,
  MantineProvider,
  Menu,
  Modal,
  Pagination,
  Popover,
  SegmentedControl,
  Select,
  Spoiler,
  Stepper,
  Tabs,
  Tooltip,
} from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { named, names } from './words.ts';

function App() {
  const [modal, setModal] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [page, setPage] = useState(1);
  const [step, setStep] = useState(0);
  const [part, setPart] = useState('one');
  return (
    <MantineProvider>
      <Tabs defaultValue="0" keepMounted={false}>
        <Tabs.List>
          {[0, 1, 2].map((at) => (
            <Tabs.Tab key={at} value={`${at}`}>{`Tab ${at}`}</Tabs.Tab>
          ))}
        </Tabs.List>
        {[0, 1, 2].map((at) => (
          <Tabs.Panel key={at} value={`${at}`}>{`Panel of the ${named(840 + at)}`}</Tabs.Panel>
        ))}
      </Tabs>
      <Accordion defaultValue="0">
        {[0, 1].map((at) => (
          <Accordion.Item key={at} value={`${at}`}>
            <Accordion.Control>{`Question ${at}`}</Accordion.Control>
            <Accordion.Panel>{`Answer of the ${named(843 + at)}`}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Button onClick={() => setModal(true)}>Modal</Button>
      <Modal opened={modal} onClose={() => setModal(false)} title="M">{`Modal of the ${named(845)}`}</Modal>
      <Button onClick={() => setDrawer(true)}>Drawer</Button>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        title="D"
      >{`Drawer of the ${named(846)}`}</Drawer>
      <Menu>
        <Menu.Target>
          <Button>Menu</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {names(847, 2).map((name) => (
            <Menu.Item key={name}>{name}</Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <HoverCard>
        <HoverCard.Target>
          <Button>Hover</Button>
        </HoverCard.Target>
        <HoverCard.Dropdown>{`Card of the ${named(849)}`}</HoverCard.Dropdown>
      </HoverCard>
      <Popover>
        <Popover.Target>
          <Button>Popover</Button>
        </Popover.Target>
        <Popover.Dropdown>{`Popover of the ${named(850)}`}</Popover.Dropdown>
      </Popover>
      <Tooltip label={`Tooltip of the ${named(851)}`}>
        <span>Point at me</span>
      </Tooltip>
      <Select placeholder="Pick" data={[...names(852, 2)]} />
      <SegmentedControl value={part} onChange={setPart} data={['one', 'two']} />
      <p>{`Segment of the ${named(part === 'one' ? 854 : 855)}`}</p>
      <Stepper active={step} onStepClick={setStep}>
        {[0, 1, 2].map((at) => (
          <Stepper.Step key={at} label={`Step ${at}`}>{`Step of the ${named(856 + at)}`}</Stepper.Step>
        ))}
      </Stepper>
      <Spoiler maxHeight={20} showLabel="Show all" hideLabel="Hide">
        <p>{`Top of the ${named(859)}`}</p>
        <p>{`Rest of the ${named(860)}`}</p>
      </Spoiler>
      <ul>
        {names(870 + (page - 1) * 3, 3).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Pagination total={4} value={page} onChange={setPage} />
    </MantineProvider>
  );
}

createRoot(document.getElementById('root')).render(<App />);
