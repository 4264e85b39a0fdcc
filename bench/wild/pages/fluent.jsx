import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTrigger,
  FluentProvider,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Tab,
  TabList,
  Tooltip,
  webLightTheme,
} from '@fluentui/react-components';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { named } from './words.ts';

function App() {
  const [tab, setTab] = useState(0);
  return (
    <FluentProvider theme={webLightTheme}>
      <TabList selectedValue={tab} onTabSelect={(_, data) => setTab(data.value)}>
        {[0, 1, 2].map((at) => (
          <Tab key={at} value={at}>{`Tab ${at}`}</Tab>
        ))}
      </TabList>
      <p>{`Panel of the ${named(950 + tab)}`}</p>
      <Accordion collapsible>
        {[0, 1].map((at) => (
          <AccordionItem key={at} value={at}>
            <AccordionHeader>{`Question ${at}`}</AccordionHeader>
            <AccordionPanel>{`Answer of the ${named(953 + at)}`}</AccordionPanel>
          </AccordionItem>
        ))}
      </Accordion>
      <Dialog>
        <DialogTrigger>
          <Button>Dialog</Button>
        </DialogTrigger>
        <DialogSurface>
          <DialogBody>
            <DialogContent>{`Dialog of the ${named(955)}`}</DialogContent>
          </DialogBody>
        </DialogSurface>
      </Dialog>
      <Menu>
        <MenuTrigger>
          <Button>Menu</Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem>{named(956)}</MenuItem>
            <Menu>
              <MenuTrigger>
                <MenuItem>{named(957)}</MenuItem>
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  <MenuItem>{named(958)}</MenuItem>
                </MenuList>
              </MenuPopover>
            </Menu>
          </MenuList>
        </MenuPopover>
      </Menu>
      <Popover>
        <PopoverTrigger>
          <Button>Popover</Button>
        </PopoverTrigger>
        <PopoverSurface>{`Popover of the ${named(959)}`}</PopoverSurface>
      </Popover>
      <Tooltip content={`Tooltip of the ${named(960)}`} relationship="description">
        <Button>Point at me</Button>
      </Tooltip>
    </FluentProvider>
  );
}

createRoot(document.getElementById('root')).render(<App />);
