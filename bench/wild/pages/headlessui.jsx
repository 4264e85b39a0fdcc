import {
  Dialog,
  DialogPanel,
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
  Menu,
  MenuButton,
  MenuItem,
  MenuItems,
  Popover,
  PopoverButton,
  PopoverPanel,
  Tab,
  TabGroup,
  TabList,
  TabPanel,
  TabPanels,
} from '@headlessui/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { named, names } from './words.ts';

function App() {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('none');
  return (
    <>
      <TabGroup>
        <TabList>
          {[0, 1, 2].map((at) => (
            <Tab key={at}>{`Tab ${at}`}</Tab>
          ))}
        </TabList>
        <TabPanels>
          {[0, 1, 2].map((at) => (
            <TabPanel key={at}>{`Panel of the ${named(930 + at)}`}</TabPanel>
          ))}
        </TabPanels>
      </TabGroup>
      {[0, 1].map((at) => (
        <Disclosure key={at}>
          <DisclosureButton>{`Question ${at}`}</DisclosureButton>
          <DisclosurePanel>{`Answer of the ${named(933 + at)}`}</DisclosurePanel>
        </Disclosure>
      ))}
      <button type="button" onClick={() => setOpen(true)}>
        Dialog
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)}>
        <DialogPanel>
          <p>{`Dialog of the ${named(935)}`}</p>
          <button type="button" onClick={() => setOpen(false)}>
            Done
          </button>
        </DialogPanel>
      </Dialog>
      <Menu>
        <MenuButton>Menu</MenuButton>
        <MenuItems anchor="bottom">
          {names(936, 2).map((name) => (
            <MenuItem key={name}>
              <a href={`/${name.replace(' ', '-')}`}>{name}</a>
            </MenuItem>
          ))}
        </MenuItems>
      </Menu>
      <Listbox value={chosen} onChange={setChosen}>
        <ListboxButton>{`Chosen: ${chosen}`}</ListboxButton>
        <ListboxOptions anchor="bottom">
          {names(938, 2).map((name) => (
            <ListboxOption key={name} value={name}>
              {name}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
      <Popover>
        <PopoverButton>Popover</PopoverButton>
        <PopoverPanel anchor="bottom">{`Popover of the ${named(940)}`}</PopoverPanel>
      </Popover>
    </>
  );
}

createRoot(document.getElementById('root')).render(<App />);
