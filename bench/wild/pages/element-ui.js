import Element from 'element-ui';
import Vue from 'vue2/dist/vue.esm.js';
import 'element-ui/lib/theme-chalk/index.css';
import { named } from './words.ts';

const N = (at) => named(1440 + at);
Vue.use(Element);
new Vue({
  el: '#root',
  data: {
    ...{ N, tab: 'a', page: 1, step: 0, chosen: '', way: [] },
    ...{ dialog: false, inner: false, drawer: false },
    tree: [{ label: 'Root', children: [{ label: N(26), children: [{ label: N(27) }] }, { label: N(28) }] }],
    ways: [{ value: 'a', label: N(23), children: [{ value: 'b', label: N(24) }] }],
  },
  computed: {
    rows() {
      return [0, 1, 2].map((at) => ({ name: N(29 + (this.page - 1) * 3 + at) }));
    },
  },
  methods: {
    tell() {
      this.$message(`Message of the ${N(8)}`);
    },
    note() {
      this.$notify({ title: 'Note', message: `Note of the ${N(9)}` });
    },
    ask() {
      const done = () => this.$message(`Done of the ${N(11)}`);
      this.$confirm(`Sure of the ${N(10)}`)
        .then(done)
        .catch(() => {});
    },
  },
  template: `<div>
    <el-tabs v-model="tab"><el-tab-pane label="User" name="a">Panel of the {{N(1)}}</el-tab-pane>
      <el-tab-pane label="Setting" name="b" lazy>Panel of the {{N(2)}}</el-tab-pane><el-tab-pane label="Role" name="c">Panel of the {{N(3)}}</el-tab-pane></el-tabs>
    <el-collapse accordion><el-collapse-item title="One">Answer of the {{N(4)}}</el-collapse-item><el-collapse-item title="Two">Answer of the {{N(5)}}</el-collapse-item></el-collapse>
    <el-button @click="dialog = true">Dialog</el-button>
    <el-dialog :visible.sync="dialog" title="Outer"><p>Dialog of the {{N(6)}}</p><el-button @click="inner = true">Inner</el-button>
      <el-dialog append-to-body :visible.sync="inner">Inner of the {{N(7)}}</el-dialog></el-dialog>
    <el-button @click="tell">Message</el-button><el-button @click="note">Notify</el-button><el-button @click="ask">Confirm</el-button>
    <el-button @click="drawer = true">Drawer</el-button><el-drawer :visible.sync="drawer">Drawer of the {{N(12)}}</el-drawer>
    <el-dropdown><span>Dropdown</span><el-dropdown-menu slot="dropdown"><el-dropdown-item>{{N(13)}}</el-dropdown-item><el-dropdown-item>{{N(14)}}</el-dropdown-item></el-dropdown-menu></el-dropdown>
    <el-tooltip :content="'Tooltip of the ' + N(15)"><el-button>Point</el-button></el-tooltip>
    <el-popover trigger="click" :content="'Popover of the ' + N(16)"><el-button slot="reference">Popover</el-button></el-popover>
    <el-popover trigger="hover" :content="'Hover of the ' + N(17)"><el-button slot="reference">Hover</el-button></el-popover>
    <el-menu mode="horizontal"><el-menu-item index="1">Centre</el-menu-item>
      <el-submenu index="2"><template slot="title">Work</template><el-menu-item index="2-1">{{N(18)}}</el-menu-item>
        <el-submenu index="2-4"><template slot="title">{{N(19)}}</template><el-menu-item index="2-4-1">{{N(20)}}</el-menu-item></el-submenu></el-submenu></el-menu>
    <el-select v-model="chosen"><el-option v-for="at in 2" :key="at" :value="at" :label="N(20 + at)"></el-option></el-select>
    <el-cascader v-model="way" :options="ways"></el-cascader>
    <el-steps :active="step"><el-step title="First"></el-step><el-step title="Second"></el-step></el-steps>
    <p v-if="step === 1">Step of the {{N(25)}}</p><el-button @click="step = (step + 1) % 3">Next step</el-button>
    <el-tree :data="tree"></el-tree>
    <el-table :data="rows"><el-table-column type="expand"><template slot-scope="row">Detail {{row.row.name}}</template></el-table-column>
      <el-table-column prop="name" label="Name" sortable></el-table-column></el-table>
    <el-pagination layout="prev, pager, next" :page-size="3" :total="9" :current-page.sync="page"></el-pagination></div>`,
});
