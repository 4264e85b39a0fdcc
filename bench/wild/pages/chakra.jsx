import {
  Accordion,
  AccordionButton,
  AccordionItem,
  AccordionPanel,
  Button,
  ChakraProvider,
  Drawer,
  DrawerBody,
  DrawerContent,
  DrawerOverlay,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  Modal,
  ModalBody,
  ModalCloseButton,
  ModalContent,
  ModalOverlay,
  Popover,
  PopoverBody,
  PopoverContent,
  PopoverTrigger,
  Tab,
  TabList,
  TabPanel,
  TabPanels,
  Tabs,
  Tooltip,
  useDisclosure,
  useToast,
} from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { named, names } from './words.ts';

function App() {
  const modal = useDisclosure();
  const drawer = useDisclosure();
  const toast = useToast();
  return (
    <>
      <Tabs isLazy>
        <TabList>
          {[0, 1, 2].map((at) => (
            <Tab key={at}>{`Tab ${at}`}</Tab>
          ))}
        </TabList>
        <TabPanels>
          {[0, 1, 2].map((at) => (
            <TabPanel key={at}>{`Panel of the ${named(970 + at)}`}</TabPanel>
          ))}
        </TabPanels>
      </Tabs>
      <Accordion allowToggle>
        {[0, 1].map((at) => (
          <AccordionItem key={at}>
            <AccordionButton>{`Question ${at}`}</AccordionButton>
            <AccordionPanel>{`Answer of the ${named(973 + at)}`}</AccordionPanel>
          </AccordionItem>
        ))}
      </Accordion>
      <Button onClick={modal.onOpen}>Modal</Button>
      <Modal isOpen={modal.isOpen} onClose={modal.onClose}>
        <ModalOverlay />
        <ModalContent>
          <ModalCloseButton />
          <ModalBody>{`Modal of the ${named(975)}`}</ModalBody>
        </ModalContent>
      </Modal>
      <Button onClick={drawer.onOpen}>Drawer</Button>
      <Drawer isOpen={drawer.isOpen} onClose={drawer.onClose}>
        <DrawerOverlay />
        <DrawerContent>
          <DrawerBody>{`Drawer of the ${named(976)}`}</DrawerBody>
        </DrawerContent>
      </Drawer>
      <Menu>
        <MenuButton as={Button}>Menu</MenuButton>
        <MenuList>
          {names(977, 2).map((name) => (
            <MenuItem key={name}>{name}</MenuItem>
          ))}
        </MenuList>
      </Menu>
      <Popover>
        <PopoverTrigger>
          <Button>Popover</Button>
        </PopoverTrigger>
        <PopoverContent>
          <PopoverBody>{`Popover of the ${named(979)}`}</PopoverBody>
        </PopoverContent>
      </Popover>
      <Tooltip label={`Tooltip of the ${named(980)}`}>
        <span>Point at me</span>
      </Tooltip>
      <Button onClick={() => toast({ title: `Toast of the ${named(981)}` })}>Tell</Button>
    </>
  );
}

createRoot(document.getElementById('root')).render(
  <ChakraProvider>
    <App />
  </ChakraProvider>,
);
